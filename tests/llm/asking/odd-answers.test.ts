import { describe, expect, it } from 'vitest';
import { askText, type TextAnswer } from '../../../llm/asking/ask-text.js';
import type { ModelAccess } from '../../../llm/asking/model-access.js';
import { ledgerStats } from '../../../store/ledger/stats.js';
import { serve } from '../../support/model-calls.js';
import { endedBy, ODD_USAGES, oddAnswer } from '../../support/odd-answers.js';
import { access, ask } from './support.js';

const say = (models: ModelAccess, text: string): Promise<TextAnswer> =>
  askText(
    models,
    {
      request: {
        kind: 'chat',
        provider: 'openai',
        model: 'model-1',
        sampling: {},
        messages: [{ role: 'user', text }],
      },
      ...{ epoch: 0, samples: 3, retries: new Map() },
    },
    { execution: 'execution-1' },
  );

describe('an odd answer', () => {
  it.each([
    ['content_filter: SAFETY', '', 'filtered', 1],
    ['RECITATION', 'Half an', 'filtered', 1],
    ['MAX_TOKENS', 'Half an', 'answer cut off', 3],
    ['MALFORMED_FUNCTION_CALL', '', 'malformed tool call', 3],
    ['shrugged', 'Half an', 'unknown finish reason', 1],
    [null, 'Half an', 'unknown finish reason', 1],
  ])('that ends with %s is never good: its work item fails as %s', async (finish, text, reason, sent) => {
    const server = await serve({ answers: () => endedBy(finish, text) });
    const models = await access(server);
    const found = await say(models, 'Which town?');
    expect(found).toMatchObject({ ok: false, reason });
    if (reason === 'unknown finish reason')
      expect(found).toMatchObject({ detail: expect.stringContaining(`${finish ?? 'none'}"`) as string });
    expect(server.ledger.report().requests).toBe(sent);
    // What was paid is counted, and asked again nothing is sent.
    const [bought] = (await ledgerStats(models.store)).bought;
    expect(bought?.usage.input).toBeGreaterThan(0);
    expect(await say(models, 'Which town?')).toEqual({ ...found, bought: 0 });
    expect(server.ledger.report().requests).toBe(sent);
  });

  it('that its server broke off is sent again, and the whole one is kept', async () => {
    const server = await serve({
      answers: ({ before }) => (before === 0 ? endedBy('abort') : { text: 'Arles' }),
    });
    const models = await access(server);
    expect(await say(models, 'Which town?')).toMatchObject({ ok: true, answer: { text: 'Arles' } });
    expect((await ledgerStats(models.store)).failures).toMatchObject([
      { what: 'server error', calls: 1, maybeBilled: 1 },
    ]);
  });

  it('with an odd usage is paid once, with estimated tokens that are marked so', async () => {
    const server = await serve({
      answers: ({ lastText }) =>
        oddAnswer('Arles it is', { top: { usage: ODD_USAGES[Number(lastText)]?.[1] ?? null } }),
    });
    const models = await access(server);
    for (const at of ODD_USAGES.keys()) {
      const found = await say(models, String(at));
      expect(found).toMatchObject({ ok: true, bought: 1, answer: { text: 'Arles it is' } });
      const usage = found.ok ? found.answer.usage : undefined;
      expect(usage?.input).toBeGreaterThan(0);
      expect(usage?.output).toBeGreaterThan(0);
      expect(usage?.estimated).toEqual(ODD_USAGES[at]?.[2]);
    }
    const { bought } = await ledgerStats(models.store);
    expect(bought).toMatchObject([{ calls: ODD_USAGES.length, estimated: ODD_USAGES.length }]);
    expect(server.ledger.report().requests).toBe(ODD_USAGES.length);
  });

  it.each([
    ['a draft in the thought', '<think>{"tool": "Draft"}</think>{"tool": "Right"}', 'Right'],
    ['half a draft', '<think>{"tool":</think>\n{"tool": "Right"}', 'Right'],
    ['a lone end', 'Perhaps {"tool": "Draft"}</think>{"tool": "Right"}', 'Right'],
    [
      'channels',
      '<|channel|>analysis<|message|>{"tool": "Draft"}<|end|><|start|>assistant<|channel|>final<|message|>{"tool": "Right"}',
      'Right',
    ],
    ['a tag in its string', '{"tool": "<think>a</think>b"}', '<think>a</think>b'],
    ['all of it in the thought', '<think>{"tool": "Right"}', 'Right'],
  ])('in JSON costs one call: %s', async (_, text, tool) => {
    const server = await serve({ answers: () => ({ text }) });
    const models = await access(server);
    expect(await ask(models, 'towns')).toMatchObject({ ok: true, value: { tool }, bought: 1 });
  });

  it('that is a draft in a thought that was cut off is none', async () => {
    const server = await serve({ answers: () => ({ text: '<think>{"tool": "Draft"}', ended: 'length' }) });
    expect(await ask(await access(server), 'towns')).toMatchObject({ ok: false, problem: 'answer cut off' });
  });
});
