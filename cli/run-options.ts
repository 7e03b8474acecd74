import { InvalidArgumentError, type Command } from 'commander';
import { oneOf } from '../app/one-of.js';

export const wholeNumber = (text: string): number => {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number is expected.');
  return Number(text);
};
const share = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw new InvalidArgumentError('a number is expected.');
  return value;
};
export const collect = (value: string, before: string[]): string[] => [...before, value];

/** The same where not having typed any means something else than none. */
const collectAny = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** What begins a run, or plans one. */
export const runOptions = (command: Command): Command =>
  tEvalOptions(
    askOptions(
      settingOptions(
        command
          .option('--source <name=path>', 'what to read, such as sgd=DIR; may be repeated', collect, [])
          .option(
            '--tools <from>',
            't-eval: tool documents: a file, a URL, or mcp:COMMAND; may be repeated',
            collectAny,
          )
          .option('--out <dir>', 'folder to export to (default: benchwright-out/NAME)')
          .option('--name <name>', 'name of the run (default: the last part of --out, else the family)')
          .option('--seed <n>', 'seed of every draw: splits, joined requests, distractors', wholeNumber, 0)
          .option(
            '--review <policy>',
            'who decides on the items: none, single, t-eval, mtu-bench, ultratool, or one of your configuration',
            'none',
          )
          .option(
            '--budget <sum>',
            'what models may cost: 25usd, or 25usd,hard; the run pauses before it is passed',
          )
          .option('--wait', 'stay until people have decided, instead of leaving the run waiting for review')
          .option('--batch', 'send calls in batches where that can be: half the price, within a day')
          .option('--rehearse', 'stand-in answers instead of models: no key, no cost; OUT.rehearsal')
          .option('--fresh <stage>', 'ask the calls of this stage anew; may be repeated', collect, []),
      ),
    ),
  );

const FAMILIES = ['mtu-bench', 't-eval', 'ask', 'correct'];
export const isFamily = (text: string): boolean => FAMILIES.includes(text);

/** @throws USAGE for a family or policy that is not there */
export function assertRun(family: string, { review }: { readonly review: string }, command: string): void {
  oneOf('family', family, FAMILIES, command);
  if (family === 'ask') oneOf('--review', review, ['none'], command);
}

/** Options of the family `ask`. */
function askOptions(command: Command): Command {
  return command
    .option('--role <role>', 'ask: who is asked each row (default: generator)')
    .option('--user <role>', 'ask: who plays the user; each row is talked over then')
    .option('--turns <n>', 'ask: turns of a conversation at most (default: 6)', wholeNumber)
    .option(
      '--samples <n>',
      'answers to a request before what it is for is set aside (default: 3)',
      wholeNumber,
    )
    .option('--column <name>', 'ask: the column that holds the text (default: text, query, question, …)');
}

/** What may be said otherwise of an export that is made anew, for each family. */
export const regenerateOptions = (command: Command): Command =>
  tEvalOptions(
    settingOptions(
      command
        .option('--out <dir>', 'folder to export to (default: DIR-regenerated)')
        .option('--name <name>', 'name of the run (default: the last part of --out)')
        .option('--seed <n>', 'another seed', wholeNumber)
        .option('--source <name=path>', 'another source, or where the same one lies now', collect, [])
        .option(
          '--tools <from>',
          't-eval: other tools, or where the same ones come from; may be repeated',
          collectAny,
        )
        .option('--samples <n>', 'answers to a request before what it is for is set aside', wholeNumber)
        .option('--dry-run', 'only say what would change'),
    ),
  );

/** Options of the family `t-eval`. */
function tEvalOptions(command: Command): Command {
  return command
    .option('--queries <n>', 't-eval: queries to ask for (default: 100; the paper has 1500)', wholeNumber)
    .option('--domains <file>', 't-eval: YAML file with the domains of tools: `Weather: [travel]`')
    .option('--language <language>', 't-eval: en or zh (default: en)')
    .option('--complete-tools', 't-eval: a model writes what tool documents lack, before any query')
    .option('--review-tools <policy>', 't-eval: who decides on what it wrote (default: as --review)')
    .option(
      '--review-queries <policy>',
      't-eval: who decides on queries before they are solved (default: none)',
    )
    .option('--prompts-a-set <n>', 't-eval: prompts for each set of tools (default: 3)', wholeNumber)
    .option('--queries-a-prompt <n>', 't-eval: queries a prompt asks for (default: 3)', wholeNumber)
    .option('--refine <which>', 't-eval: all, or none to keep queries as they are generated')
    .option('--near-duplicate <s>', 't-eval: similarity from which a query is dropped, 0 to 1', share)
    .option('--revisions <n>', 't-eval: how often a step is revised at most (default: 3)', wholeNumber)
    .option('--steps <n>', 't-eval: steps of a path at most (default: 20)', wholeNumber)
    .option('--calls-by <role>', 't-eval: who writes a call: planner (default), or executor')
    .option(
      '--faults <shares>',
      't-eval: simulated calls that go wrong: a share for each kind, or internal=S,input=S,irrelevant=S,unable=S',
    );
}

/** Options that stand for settings of the configuration, shared by the commands that begin a run. */
export function settingOptions(command: Command): Command {
  return command
    .option('--single-tool <reading>', 'single tool by dialogue, or by turn (at most one call a turn)')
    .option('--held-out <topics>', 'topics that only OOD has: names with commas, a share, or none')
    .option('--topics <file>', 'YAML table that gives tools their topics; paper: the ready-made one; or none')
    .option('--test-share <share>', 'share of dialogues for the evaluation files, 0 to 1', share)
    .option(
      '--preset <name>',
      "quotas of the evaluation files: paper-test (the paper's normal test set), or published (with OOD and the hard set)",
    )
    .option('--quota <cell=n>', 'items of one evaluation file, such as M-S=54; may be repeated', collect, [])
    .option(
      '--hard <cell=n>',
      'hard items of one evaluation file, such as S-S=56; may be repeated; or none',
      collect,
      [],
    )
    .option(
      '--hard-kinds <list>',
      'kinds of hard items, with weights: no-suitable-tool=2,many-tools (default: all)',
    )
    .option('--distractors <n>', "tools offered beside an item's own, 0 to 50 (default: 3)", wholeNumber)
    .option(
      '--closeness <share>',
      'share of the distractors that are the nearest by embedding (default: 0)',
      share,
    )
    .option('--embedder <which>', 'for clustering tools: lexical, local:FOLDER (ONNX), or openai:MODEL')
    .option('--schema <dir>', 'write everything in the names of another schema of the corpus (SGD-X)')
    .option('--clusters <file>', 'YAML file of clusters that you split or named')
    .option('--prompts <dir>', 'folder of prompts of your own: DIR/ID.txt stands in for the prompt ID')
    .option('--texts <version>', 'version of the thoughts that rules write: 2 (default), or 1 as before')
    .option('--split <split>', 'write this split only: test, train, ood; may be repeated', collect, [])
    .option('--create', 'the role generator makes tools and calls of dialogues of words alone')
    .option(
      '--review-duplicates <policy>',
      'who decides on tools of --create that clustering leaves double (default: none)',
    )
    .option('--drop-intents <file>', 'YAML list of tools whose dialogues are dropped as unsuitable; or none')
    .option('--judge-intents', 'the role judge says which intents are fit for tools; others are dropped')
    .option('--review-intents <policy>', 'who decides which intents are fit for tools (default: none)')
    .option(
      '--recheck [what]',
      'the role judge checks the gold of items again; wrong ones: drop (default), or flag; or none',
    )
    .option(
      '--rewrite <parts>',
      'words that the role generator writes anew: requests,thoughts,replies; or none',
    );
}
