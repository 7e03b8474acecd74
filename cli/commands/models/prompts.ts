import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { EXIT } from '../../../core/errors/catalogue.js';
import { PromptLibrary, renderKnown, type KnownPrompt } from '../../../prompts/library.js';
import type { GlobalOptions } from '../../../app/context.js';
import { openContext, type CliContext } from '../../open-context.js';

export interface PromptsOptions extends GlobalOptions {
  /** Folder of prompts of the user's own. */
  readonly prompts?: string;
}
export interface PromptsRenderOptions extends PromptsOptions {
  /** JSON file of the input. */
  readonly input?: string;
}

/** The folder that was typed, else the configured one: relative to the working directory, or to the configuration. */
function openLibrary({ config, configFile }: CliContext, typed: string | undefined): PromptLibrary {
  if (typed !== undefined) return PromptLibrary.open(resolve(typed));
  const base = configFile === undefined ? process.cwd() : dirname(configFile);
  return PromptLibrary.open(config.prompts === undefined ? undefined : resolve(base, config.prompts));
}

/** What there is to say of a prompt besides its text. */
const summaryOf = ({ prompt, file }: KnownPrompt) => ({
  id: prompt.id,
  version: prompt.version,
  role: prompt.role,
  describedIn: prompt.describedIn,
  sha256: prompt.sha256,
  yours: file ?? null,
});

/** `prompts list`: every prompt, one a line. */
export async function promptsListCommand(options: PromptsOptions): Promise<number> {
  const context = await openContext(options);
  const prompts = openLibrary(context, options.prompts).list().map(summaryOf);
  const width = Math.max(...prompts.map(({ id }) => id.length));
  context.terminal.result(
    { prompts },
    prompts.map(
      ({ id, version, role, yours }) =>
        `${id.padEnd(width)}  version ${version}  ${role}${yours === null ? '' : '  (yours)'}`,
    ),
  );
  return EXIT.ok;
}

/** `prompts show ID`: its file, what fills it, and what the answer has to be. */
export async function promptsShowCommand(id: string, options: PromptsOptions): Promise<number> {
  const context = await openContext(options);
  const known = openLibrary(context, options.prompts).get(id);
  const { definition, prompt, file } = known;
  const schemas = {
    input: z.toJSONSchema(definition.input),
    example: definition.example,
    output: definition.answer === undefined ? null : z.toJSONSchema(definition.answer.output),
  };
  context.terminal.result({ ...summaryOf(known), text: prompt.text, ...schemas }, [
    prompt.text.trimEnd(),
    '',
    ...(file === undefined ? [] : [`file: ${file}`]),
    `input, for example: ${JSON.stringify(definition.example)}`,
    ...(schemas.output === null ? [] : [`answer: ${JSON.stringify(schemas.output)}`]),
  ]);
  return EXIT.ok;
}

/** `prompts render ID`: the text as a model would be sent it. */
export async function promptsRenderCommand(id: string, options: PromptsRenderOptions): Promise<number> {
  const context = await openContext(options);
  const known = openLibrary(context, options.prompts).get(id);
  const input = options.input === undefined ? known.definition.example : await readInput(options.input);
  const text = renderKnown(known, input);
  // Lines are ended by the terminal: what is printed is the text to the byte.
  context.terminal.result({ id, input, text }, [text.replace(/\n$/, '')]);
  return EXIT.ok;
}

async function readInput(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new BenchwrightError('PROMPT_INPUT_INVALID', {
      expected: 'a JSON file',
      found: error instanceof Error ? error.message : String(error),
      where: file,
      next: 'Check the path and the file; without --input the example is taken.',
    });
  }
}
