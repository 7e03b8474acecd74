const HEADER = ['item', 'turn', 'user', 'calls', 'reply'];
const line = (cells) => `${cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')}\n`;

/** @type {import('benchwright/exporter').DatasetFormat} */
export const turnsCsv = {
  name: 'turns-csv',
  summary: 'one CSV row a user turn, with the calls that answer it',
  // Of every family whose items are conversations.
  from: 'conversations',
  async write({ source, folder, item }) {
    const file = await folder.create('turns.csv');
    await file.write(Buffer.from(line(HEADER)));
    let rows = 0;
    for await (const { licence, written } of source.conversations.items(false)) {
      for (const [turn, { user, steps, response }] of (written?.conversation.turns ?? []).entries()) {
        const calls = steps.flatMap((step) =>
          step.calls.map(({ name, arguments: given }) => ({ tool: name, arguments: given })),
        );
        const cells = [written.origin.itemId, turn + 1, user, JSON.stringify(calls), response];
        await file.write(Buffer.from(line(cells)));
        rows++;
      }
      item(licence);
    }
    await folder.finish(file);
    return { parts: [{ part: 'turns', rows }], opens: 'any spreadsheet, with OUT/turns.csv' };
  },
};
