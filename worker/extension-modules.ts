/** An extension that a process has loaded: its name in `extensions` of the configuration file. */
export interface ExtensionModule {
  readonly name: string;
  readonly configFile: string;
}

/** In the order in which they were loaded. */
const loaded: ExtensionModule[] = [];

/** Extensions of this process: the processes and threads that it starts load them too. */
export const extensionModules = (): readonly ExtensionModule[] => [...loaded];

/** Adds one that was loaded. */
export const addExtensionModule = (module: ExtensionModule): void => void loaded.push(module);
