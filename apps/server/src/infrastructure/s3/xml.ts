/** The few answers of S3 that are read, and the one document that is written. */
export interface BucketObject {
  key: string;
  bytes: number;
  at: Date;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string) =>
  text
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The content of the first element with this name. */
export function textOf(name: string, xml: string): string | undefined {
  const content = elements(name, xml)[0];
  return content === undefined ? undefined : unescaped(content);
}

/** Without attributes: only outer elements of answers have them. */
function elements(name: string, xml: string): string[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  return xml
    .split(open)
    .slice(1)
    .map((part) => part.slice(0, Math.max(0, part.indexOf(close))));
}

export const objectsOf = (xml: string): BucketObject[] =>
  elements('Contents', xml).map((entry) => ({
    key: textOf('Key', entry) ?? '',
    bytes: Number(textOf('Size', entry)),
    at: new Date(textOf('LastModified', entry) ?? 0),
  }));

export const uploadsOf = (xml: string): { key: string; uploadId: string; at: Date }[] =>
  elements('Upload', xml).map((entry) => ({
    key: textOf('Key', entry) ?? '',
    uploadId: textOf('UploadId', entry) ?? '',
    at: new Date(textOf('Initiated', entry) ?? 0),
  }));

export const completionOf = (etags: string[]): Buffer =>
  Buffer.from(
    `<CompleteMultipartUpload>${etags
      .map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`,
  );
