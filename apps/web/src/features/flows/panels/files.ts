/** Files of nodes: which are accepted, and the compression of images. */
import type { FileKind } from './form.ts';

const MB = 1_048_576;
interface FileRule {
  endings: readonly string[];
  maxMb: number;
}
export const fileRules: Record<FileKind, FileRule> = {
  image: { endings: ['png', 'jpg', 'jpeg'], maxMb: 2 },
  audio: { endings: ['ogg', 'mp3', 'opus'], maxMb: 5 },
  video: { endings: ['mp4'], maxMb: 20 },
};

export const acceptOf = (kind: FileKind): string => fileRules[kind].endings.map((ending) => `.${ending}`).join(',');

/** Undefined: the file is fine. */
export function fileFault(
  kind: FileKind,
  file: { name: string; size: number },
): 'wrongFile' | 'tooLargeFile' | undefined {
  const { endings, maxMb } = fileRules[kind];
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!endings.includes(ending)) return 'wrongFile';
  return file.size > maxMb * MB ? 'tooLargeFile' : undefined;
}

const QUALITY = 0.7;
/** After this wait for a smaller image the original is sent. */
const MAX_WAIT_MS = 1500;

/** A smaller copy of an image. Throws when it cannot be read. */
export async function compressImage(file: File): Promise<File> {
  const late = new Promise<File>((resolve) => setTimeout(() => resolve(file), MAX_WAIT_MS));
  return Promise.race([smallerCopy(file), late]);
}

async function smallerCopy(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  // PNG ignores the quality and keeps its transparent parts.
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  return blob && blob.size < file.size ? new File([blob], file.name, { type }) : file;
}
