import { expect, it } from 'vitest';
import { webhookSchema, webhooksSchema } from '../../../core/review/webhook.js';

const hook = (more: object = {}) => ({
  name: 'ci',
  url: 'https://ci.example/hook',
  secretEnv: 'SECRET',
  ...more,
});

it.each([
  ['https://ci.example/hook', true],
  ['http://localhost:8080/hook', true],
  ['http://127.0.0.1/hook', true],
  ['http://127.12.0.255/hook', true],
  ['http://[::1]:9/hook', true],
  ['http://ci.example/hook', false],
  ['http://127.0.0.1.example/hook', false],
  ['http://a127.0.0.1.localhost.example/hook', false],
  ['ftp://localhost/hook', false],
  ['no address', false],
])('sends to %s: %s', (url, allowed) => {
  expect(webhookSchema.safeParse(hook({ url })).success).toBe(allowed);
});

it('does not repeat a refused address, which may contain credentials', () => {
  const { error } = webhookSchema.safeParse(hook({ url: 'http://user:password@ci.example' }));
  expect(JSON.stringify(error?.issues)).not.toContain('password');
});

it.each([
  ['ci-2', true],
  ['2ci', false],
  ['Ci', false],
  ['c i', false],
])('is named %s: %s', (name, allowed) => {
  expect(webhookSchema.safeParse(hook({ name })).success).toBe(allowed);
});

it('wants the name of a secret, and names of its own', () => {
  expect(webhookSchema.safeParse(hook({ secretEnv: '' })).success).toBe(false);
  expect(webhooksSchema.safeParse([hook(), hook({ name: 'other' })]).success).toBe(true);
  expect(webhooksSchema.safeParse([hook(), hook()]).success).toBe(false);
});
