import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { describe } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const executable = (process.env['PATH'] ?? '')
  .split(delimiter)
  .concat('/usr/bin')
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find((file) => existsSync(file));

if (executable === undefined)
  process.stderr.write('tests: WITHOUT A BROWSER: no Chromium is installed, pages are not looked at\n');

/** `describe` for what needs a browser. */
export const describeChromium = describe.runIf(executable !== undefined);

/** One for all files that this process tests, which test one after the other. */
let browser: Promise<Browser> | undefined;

/**
 * A Chromium without a window that asks nobody for anything. Whoever closes it closes what it has open: a start takes
 * longer than most tests.
 */
export const startChromium = (): Promise<Browser> => (browser ??= launch());

async function launch(): Promise<Browser> {
  const launched = await chromium.launch({
    executablePath: executable ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  launched.on('disconnected', () => (browser = undefined));
  launched.close = async () => {
    await Promise.all(launched.contexts().map((context) => context.close()));
  };
  return launched;
}
