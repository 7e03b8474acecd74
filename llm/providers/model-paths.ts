import type { ModelRequest, Provider } from '../../core/model-call.js';
import { ownPart } from '../../core/own-part.js';
import type { BatchProvider } from './batches.js';

/** The paths by which a server names models, by the names that runs and the ledger have. */
export type Paths = Readonly<Record<string, string>> | undefined;

const sent = <R extends ModelRequest>(request: R, paths: Paths): R => ({
  ...request,
  model: ownPart(paths, request.model) ?? request.model,
});

/** Sends the path of a model that its server names so. Failures name the path: they stay on this machine. */
export const withModelPaths = (provider: Provider, paths: Paths): Provider =>
  paths === undefined
    ? provider
    : {
        ...provider,
        chat: (request, options) => provider.chat(sent(request, paths), options),
        embed: (request, options) => provider.embed(sent(request, paths), options),
      };

/** The same for batches. */
export const batchesWithModelPaths = (provider: BatchProvider, paths: Paths): BatchProvider =>
  paths === undefined
    ? provider
    : {
        ...provider,
        prepare: (rows) =>
          provider.prepare([...rows].map(({ id, request }) => ({ id, request: sent(request, paths) }))),
      };
