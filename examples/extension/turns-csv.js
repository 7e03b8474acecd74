const HEADER = ['item', 'turn', 'user', 'calls', 'reply'];
const line = (cells) => `${cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')}\n`;

/** @type {import('benchwright/exporter').DatasetFormat} */
export const turnsCsv = {
  name: 'turns-csv',
  summary: 'one CSV row a user turn, with the calls that answer it',
  needsRecords: false,
  async open(folder) {
    const file = await folder.create('turns.csv');
    await file.write(Buffer.from(line(HEADER)));
    let rows = 0;
    return {
      async item({ item, split }) {
        if (split === null) return;
        for (const [turn, { user, calls, response }] of item.turns.entries()) {
          const named = calls.map(({ tool, arguments: given }) => ({ tool, arguments: given }));
          await file.write(Buffer.from(line([item.itemId, turn + 1, user, JSON.stringify(named), response])));
          rows++;
        }
      },
      async finish() {
        await folder.finish(file);
        return { parts: [{ part: 'turns', rows }], opens: 'any spreadsheet, with OUT/turns.csv' };
      },
    };
  },
  openPaths() {
    throw new Error('turns-csv has turns of dialogues, which this export has none of');
  },
};
