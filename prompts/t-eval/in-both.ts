import type { Language } from '../../core/t-eval/query.js';
import { definePrompt, type PromptDefinition } from '../definition.js';

/** A T-Eval generation prompt in each language. */
export type InBoth<I, O = never> = Readonly<Record<Language, PromptDefinition<I, O>>>;

/** Defines both languages: ids `t-eval/<name>-en` and `t-eval/<name>-zh`. */
export const inBoth = <I, O = never>(
  name: string,
  define: (language: Language) => Omit<PromptDefinition<I, O>, 'id'>,
): InBoth<I, O> => {
  const of = (language: Language): PromptDefinition<I, O> =>
    definePrompt({ id: `t-eval/${name}-${language}`, ...define(language) });
  return { en: of('en'), zh: of('zh') };
};
