import { basename } from 'node:path';
import * as source from 'benchwright/source';
import * as z from 'zod';

const about = {
  title: 'Tickets of an invented shop',
  licence: 'Apache-2.0',
  attribution: 'Example tickets of Benchwright',
  home: 'https://example.org/tickets',
  folder: 'tools.json, and the tickets of each split in SPLIT.jsonl',
  files: [],
};

const slots = z.record(z.string(), z.string());
const values = z.record(z.string(), z.json());

/** tools.json: tools by service and name; slots with their descriptions. */
const toolsFile = z.record(
  z.string(),
  z.record(z.string(), z.object({ does: z.string(), changes: z.boolean(), needs: slots, gives: slots })),
);

/** A line of a split: what customer and agent say, and the tools that the agent calls in between. */
const said = z.object({ by: z.enum(['customer', 'agent']), text: z.string() });
const called = z.object({ service: z.string(), tool: z.string(), with: values, gave: z.array(values) });
const ticket = z.object({ id: z.string().min(1), steps: z.array(z.union([said, called])) });

const serviceOf = ([name, tools]) => ({
  name,
  description: `The shop's ${name.toLowerCase()}`,
  slots: Object.entries(Object.assign({}, ...Object.values(tools).flatMap(({ needs, gives }) => [needs, gives]))).map(
    ([slot, description]) => ({ name: slot, description, categorical: false, values: [], asSaid: true }),
  ),
  intents: Object.entries(tools).map(([tool, { does, changes, needs, gives }]) => ({
    ...{ name: tool, description: does, transactional: changes },
    ...{ required: Object.keys(needs), optional: {}, results: Object.keys(gives) },
  })),
});

const stepOf = (step) =>
  'by' in step
    ? { speaker: step.by === 'customer' ? 'user' : 'system', text: step.text }
    : { call: { service: step.service, method: step.tool, parameters: step.with, results: step.gave } };

/** @type {import('benchwright/source').CorpusKind} */
export const tickets = {
  about,
  async open(root) {
    const expected = { what: about.folder, next: 'Give a folder like corpus/ of this example.' };
    const files = await source.filesBelow(root, expected);
    const shards = files
      .filter((path) => path.endsWith('.jsonl'))
      .map((path) => ({ path, split: basename(path, '.jsonl'), form: 'lines' }));
    if (shards.length === 0 || !files.includes('tools.json'))
      throw source.wrongFolderError(root, files.join(', '), expected);
    const tools = toolsFile.parse(JSON.parse(await source.bytesOf(root, 'tools.json')));
    const schema = { ...(await source.hashedFile(root, 'tools.json')), services: Object.entries(tools).map(serviceOf) };
    return { ...about, shards, schemas: shards.map(({ split }) => ({ ...schema, split })) };
  },
  reader: async () => (text, { split }) => {
    const idOf = source.idUnder('id', split);
    const { id, steps } = source.parseRecord(text, ticket, { what: 'a ticket', idOf });
    const recordId = `${split}/${id}`;
    const services = [...new Set(steps.flatMap((step) => step.service ?? []))];
    return { recordId, split, services, turns: source.turnsWithActs(source.exchangesOf(steps.map(stepOf), recordId)) };
  },
};
