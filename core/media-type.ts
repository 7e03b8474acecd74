/** Whether a content type is JSON. */
export const isJson = (type: string): boolean => /^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
