const BOUNDARY = 'form-boundary';

/** A multipart form as browsers send it: fields, which may repeat, and files. */
export function createForm(
  fields: [name: string, value: string][],
  files: { field?: string; name: string; bytes: Buffer; type?: string }[] = [],
) {
  const parts = [
    ...fields.map(([name, value]) => Buffer.from(`${head(`name="${name}"`)}\r\n${value}\r\n`)),
    ...files.map(({ field = 'medias', name, bytes, type = 'application/octet-stream' }) =>
      Buffer.concat([
        Buffer.from(`${head(`name="${field}"; filename="${name}"`)}content-type: ${type}\r\n\r\n`),
        bytes,
        Buffer.from('\r\n'),
      ]),
    ),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ];
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat(parts),
  };
}
const head = (disposition: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n`;
