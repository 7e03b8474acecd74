import { mostRestrictive } from '../../../core/licences.js';
import type { Column } from '../columns.js';
import type { WrittenSplit } from '../dataset-exporter.js';
import type { DescribedDataset } from './described-dataset.js';
import { writeJson } from '../../../core/json.js';

const CONFORMS_TO = 'http://mlcommons.org/croissant/1.1';

/** The JSON-LD context of the specification (docs.mlcommons.org/croissant, 1.1). */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  arrayShape: 'cr:arrayShape',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  containedIn: 'cr:containedIn',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  description: { '@container': '@language' },
  equivalentProperty: 'cr:equivalentProperty',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isArray: 'cr:isArray',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  name: { '@container': '@language' },
  parentField: 'cr:parentField',
  path: 'cr:path',
  rai: 'http://mlcommons.org/croissant/RAI/',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

/**
 * `croissant.json`: machine-readable metadata (MLCommons Croissant 1.1). Each file is a FileObject with its digest,
 * each split of a config a RecordSet that maps fields to columns. Paths are relative to the file.
 */
export function croissant(dataset: DescribedDataset): string {
  const { family, placed, splits, licences, mediaType } = dataset;
  const licence = mostRestrictive(licences.keys());
  const object = {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    name: dataset.name,
    description: dataset.description,
    conformsTo: CONFORMS_TO,
    license: licence.url ?? licence.spdx,
    ...(placed.url === null ? {} : { url: placed.url }),
    ...(placed.published === null ? {} : { datePublished: placed.published }),
    citeAs: dataset.citation,
    version: '1.0.0',
    isLiveDataset: false,
    keywords: ['tool use', 'function calling', family],
    distribution: splits.map(({ file }) => ({
      '@type': 'cr:FileObject',
      '@id': file.path,
      name: file.path,
      contentUrl: file.path,
      contentSize: `${file.bytes} B`,
      encodingFormat: mediaType,
      sha256: file.sha256,
    })),
    recordSet: splits.map(recordSet),
  };
  return `${writeJson(object, 2)}\n`;
}

function recordSet({ config, split, columns, rows, file }: WrittenSplit): object {
  const id = `${config}/${split}`;
  return {
    '@type': 'cr:RecordSet',
    '@id': id,
    name: id,
    description: `${rows} rows of the split ${split} of ${config}`,
    field: columns.map((column) => field(id, column, file.path)),
  };
}

const DATA_TYPES = { string: 'sc:Text', json: 'sc:Text', int: 'cr:Int32', boolean: 'sc:Boolean' } as const;

function field(parent: string, { name, type, description }: Column, file: string): object {
  const id = `${parent}/${name}`;
  const source = (more: object = {}): object => ({
    fileObject: { '@id': file },
    extract: { column: name },
    ...more,
  });
  const common = { '@type': 'cr:Field', '@id': id, name: id, description };
  if (typeof type === 'string') return { ...common, dataType: DATA_TYPES[type], source: source() };
  const list = { isArray: true, arrayShape: '-1' };
  if (type.list === 'string') return { ...common, dataType: 'sc:Text', ...list, source: source() };
  return {
    ...common,
    ...list,
    source: source(),
    subField: type.list.map((inner) => ({
      '@type': 'cr:Field',
      '@id': `${id}/${inner.name}`,
      name: `${id}/${inner.name}`,
      description: inner.description,
      dataType: typeof inner.type === 'string' ? DATA_TYPES[inner.type] : 'sc:Text',
      source: source({ transform: { jsonPath: inner.name } }),
    })),
  };
}
