import type { KindShown } from '../../../core/review/api.js';
import type { PageView } from '../../../core/review/views.js';
import { record } from '../correct/kinds.js';
import { dialogue, intent, pairOfTools } from '../mtu-bench/kinds.js';
import { path, query, toolDocument } from '../t-eval/kinds.js';
import { libraryTool, scoreSheet, toolsQuery, trajectory } from '../tooleyes/kinds.js';
import { conversation } from '../tooltalk/kinds.js';
import { planTree, toolMerge, writtenQuery } from '../ultratool/kinds.js';
import type { ContentKind } from './content-kind.js';

/** By the name of the view that a kind of queue gives. */
const KINDS: Readonly<Record<PageView, ContentKind>> = {
  conversation,
  dialogue,
  intent,
  'library tool': libraryTool,
  'pair of tools': pairOfTools,
  path,
  'plan tree': planTree,
  query,
  record,
  'score sheet': scoreSheet,
  'tool document': toolDocument,
  'tool merge': toolMerge,
  'tools query': toolsQuery,
  trajectory,
  'written query': writtenQuery,
};

/** How items of a kind are shown and edited; undefined for a view that the page does not have: as JSON. */
export const contentKindOf = ({ view }: KindShown): ContentKind | undefined =>
  Object.hasOwn(KINDS, view) ? KINDS[view as PageView] : undefined;
