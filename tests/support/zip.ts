import { crc32, deflateRawSync } from 'node:zlib';

/** A zip of these files, by path, deflated (PKWARE's APPNOTE 4.3). */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)];
    const packed = deflateRawSync(data);
    // Version 2.0, UTF-8 names, deflate, no time; then check sum and sizes.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const placed = Buffer.alloc(14);
    placed.writeUInt32LE(offset, 10);
    const parts = [Buffer.from('PK\u0003\u0004'), common, name, packed];
    local.push(...parts);
    central.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, placed, name);
    offset += parts.reduce((sum, part) => sum + part.length, 0);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006'), end]);
}
