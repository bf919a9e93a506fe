/** File type by the first bytes. The file name and the claimed type only refine the label. */

export type SniffedType = 'image' | 'audio' | 'video' | 'document';
interface Sniffed {
  mime: string;
  type: SniffedType;
}
const at = (head: Buffer, offset: number, text: string) =>
  head.subarray(offset, offset + text.length).toString('latin1') === text;
/** Number of leading bytes that decide. */
export const HEAD_BYTES = 64;
const bytes = (head: Buffer, ...values: number[]) => values.every((value, i) => head[i] === value);

/** Checked in order; any other file is a document that browsers only download. */
const signs: [(head: Buffer) => boolean, string, SniffedType][] = [
  [(h) => bytes(h, 0x89, 0x50, 0x4e, 0x47), 'image/png', 'image'],
  [(h) => bytes(h, 0xff, 0xd8, 0xff), 'image/jpeg', 'image'],
  [(h) => at(h, 0, 'GIF8'), 'image/gif', 'image'],
  [(h) => at(h, 0, 'RIFF') && at(h, 8, 'WEBP'), 'image/webp', 'image'],
  [(h) => at(h, 0, 'RIFF') && at(h, 8, 'WAVE'), 'audio/wav', 'audio'],
  [(h) => at(h, 0, 'OggS'), 'audio/ogg', 'audio'],
  [(h) => at(h, 0, '#!AMR'), 'audio/amr', 'audio'],
  [(h) => h[0] === 0xff && (h[1]! & 0xf6) === 0xf0, 'audio/aac', 'audio'],
  [(h) => at(h, 0, 'ID3') || (h[0] === 0xff && (h[1]! & 0xe6) === 0xe2), 'audio/mpeg', 'audio'],
  [(h) => at(h, 4, 'ftypM4A'), 'audio/mp4', 'audio'],
  [(h) => at(h, 4, 'ftyp3g'), 'video/3gpp', 'video'],
  [(h) => at(h, 4, 'ftyp'), 'video/mp4', 'video'],
  [(h) => bytes(h, 0x1a, 0x45, 0xdf, 0xa3), 'video/webm', 'video'],
  [(h) => at(h, 0, '%PDF-'), 'application/pdf', 'document'],
  [(h) => at(h, 0, 'PK'), 'application/zip', 'document'],
];
/** Zip containers that are labeled by their application. */
const office: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** Containers of audio or video: the sender's type decides. */
const soundOf: Record<string, string> = {
  'video/webm': 'audio/webm',
  'video/mp4': 'audio/mp4',
  'video/3gpp': 'audio/mp4',
};

export function sniff(head: Buffer, fileName: string, isSound = false): Sniffed {
  const sign = signs.find(([fits]) => fits(head));
  const extension = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  if (!sign) return { mime: 'application/octet-stream', type: 'document' };
  const [, mime, type] = sign;
  if (mime === 'application/zip' && office[extension]) return { mime: office[extension], type };
  const sound = soundOf[mime];
  // Browsers record audio into a video container.
  if (sound !== undefined && (isSound || (mime === 'video/webm' && /audio|voice|gravacao|recording/i.test(fileName))))
    return { mime: sound, type: 'audio' };
  return { mime, type };
}
