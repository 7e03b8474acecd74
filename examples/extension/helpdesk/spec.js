// What the workflow sandbox and the command line see of the family: plain data and the order of the stages. It imports
// nothing, as workers bundle this file with the workflows.

/** @type {import('benchwright/family').FamilySpec<'helpdesk', { tools: string[] }>} */
export const spec = {
  name: 'helpdesk',
  title: 'support tickets as requests with one tool call, which people approve before they are answered',
  needs: 'a file of tickets (--source)',
  makes: 'requests with a tool call and an answer, as JSON lines',
  stages: [
    { name: 'draft', kind: 'map', asks: ['generator'] },
    { name: 'drafts', kind: 'review', when: ({ reviewed }) => reviewed },
    { name: 'answer', kind: 'map', asks: ['executor'] },
    { name: 'export', kind: 'export' },
  ],
  review: undefined,
  gates: {
    drafts: {
      stage: 'drafts',
      queue: 'helpdesk-drafts',
      noun: 'drafted requests',
      then: 'they are answered',
      neededFor: 'their answers',
      reasons: ['query unclear', 'wrong tool', 'wrong arguments', 'other'],
    },
  },
  options: [
    { flags: '--source <name=path>', description: 'file of tickets, such as t=tickets.csv', value: 'list', group: 'Rows' },
    { flags: '--column <name>', description: 'column that holds the text', group: 'Rows' },
    { flags: '--encoding <name>', description: 'encoding of files that are not UTF-8', group: 'Rows' },
    { flags: '--tools <name>', description: 'tool that may be called; may be repeated', value: 'list', group: 'Tools' },
  ],
  example: '--source t=tickets.csv --out tickets',
  /** Each ticket becomes a request with a call; people approve it; then it is answered. */
  async pipeline({ reviewed }, on) {
    await on.map('draft');
    if (reviewed) await on.review('drafts');
    await on.once('open-answer');
    await on.map('answer');
    return on.export();
  },
};
