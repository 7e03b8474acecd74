import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('is the same with and without Node, as the workflow sandbox has none', async () => {
  const inNode = await import('../../core/digest.js');
  vi.resetModules();
  vi.stubGlobal('process', undefined);
  const inSandbox = await import('../../core/digest.js');
  expect(inSandbox.sha256Hex).not.toBe(inNode.sha256Hex);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(inSandbox.sha256Hex(text)).toBe(inNode.sha256Hex(text));
    }),
  );
  expect(inSandbox.sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
