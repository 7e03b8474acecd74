import { EXIT } from '../../core/errors/catalogue.js';
import { parseTopics } from '../../transforms/splitting/topics-table.js';
import { openContext, type GlobalOptions } from '../context.js';
import { readyTopics } from '../topics-file.js';

/** `topics`: the ready-made table of topics, to be edited. */
export async function topicsCommand(options: GlobalOptions): Promise<number> {
  const { terminal } = await openContext(options);
  const text = await readyTopics();
  terminal.result({ ...parseTopics(text, 'topics.yaml') }, [text.trimEnd()]);
  return EXIT.ok;
}
