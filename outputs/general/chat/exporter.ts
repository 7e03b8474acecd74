import { SPLITS } from '../../../core/split.js';
import { readPrompt, type Prompt } from '../../../prompts/prompt.js';
import type {
  DatasetExporter,
  DatasetFormat,
  TEvalExporter,
  TEvalSource,
  Published,
  PublishedItem,
  PublishedPath,
} from '../dataset-exporter.js';
import { PATH_SPLIT } from '../t-eval/columns.js';
import { pathConversation } from '../t-eval/conversation.js';
import type { DatasetFolder } from '../dataset-folder.js';
import { anthropicLine, anthropicLineSchema } from './anthropic.js';
import { ChatFiles, type ChatForm } from './chat-files.js';
import { conversationOf } from './conversation.js';
import { openAiLine, openAiLineSchema } from './openai.js';

/** The system prompt of published conversations. */
const SYSTEM_PROMPT = 'chat/assistant';

/** Conversations in OpenAI's chat completions format. @param thoughts whether calls include their thought */
export const openAiChat = (thoughts: boolean): DatasetFormat =>
  chatFormat('openai-chat', "conversations in OpenAI's chat format", thoughts, {
    line: openAiLine,
    schema: openAiLineSchema,
  });

/** Conversations in Anthropic's message format. @param thoughts whether calls include their thought */
export const anthropicChat = (thoughts: boolean): DatasetFormat =>
  chatFormat('anthropic-chat', "conversations in Anthropic's format", thoughts, {
    line: anthropicLine,
    schema: anthropicLineSchema,
  });

const chatFormat = (name: string, summary: string, thoughts: boolean, form: ChatForm): DatasetFormat => ({
  name,
  summary,
  thoughts,
  needsRecords: false,
  open: (folder) => Promise.resolve(new ChatExporter(folder, form, readPrompt(SYSTEM_PROMPT), thoughts)),
  openPaths: (folder, source) => Promise.resolve(new PathChatExporter(folder, form, source, thoughts)),
});

class ChatExporter implements DatasetExporter {
  readonly #files: ChatFiles;

  constructor(
    folder: DatasetFolder,
    form: ChatForm,
    private readonly prompt: Prompt,
    private readonly thoughts: boolean,
  ) {
    this.#files = new ChatFiles(folder, form);
  }

  async item(published: PublishedItem): Promise<void> {
    const { item, split, evaluation } = published;
    if (split === null) return;
    const { source, recordId, licence, joined } = item.provenance;
    await this.#files.write(split, conversationOf(published, this.prompt, this.thoughts), {
      itemId: item.itemId,
      itemVersion: item.itemVersion,
      setting: item.setting,
      evaluation,
      source,
      recordId,
      ...(joined ? { joined } : {}),
      licence,
    });
  }

  finish(): Promise<Published> {
    return this.#files.finish(SPLITS, 'train');
  }
}

class PathChatExporter implements TEvalExporter {
  readonly #files: ChatFiles;

  constructor(
    folder: DatasetFolder,
    form: ChatForm,
    private readonly source: TEvalSource,
    private readonly thoughts: boolean,
  ) {
    this.#files = new ChatFiles(folder, form);
  }

  async item({ item, licence }: PublishedPath): Promise<void> {
    const { itemId, itemVersion, recordId, annotated } = item;
    await this.#files.write(PATH_SPLIT, pathConversation(item, this.thoughts), {
      ...{ itemId, itemVersion, query: annotated.id, source: this.source.manifest.sources[0]?.name ?? '' },
      ...{ recordId, licence },
    });
  }

  finish(): Promise<Published> {
    return this.#files.finish([PATH_SPLIT], PATH_SPLIT);
  }
}
