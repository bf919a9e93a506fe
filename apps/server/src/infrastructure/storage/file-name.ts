const MAX_FILE_NAME_LENGTH = 200;

/** Sanitized file name: no spaces and no path separators. */
export const sanitizeFileName = (fileName: string): string =>
  fileName.replaceAll(/[\\/]/g, '-').replaceAll(/\s/g, '_').slice(0, MAX_FILE_NAME_LENGTH);
