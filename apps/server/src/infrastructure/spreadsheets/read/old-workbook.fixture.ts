import { gunzipSync } from 'node:zlib';
import cfb from 'cfb';

/** A workbook of Excel 97–2003 with texts, numbers, a formula and an empty row, as another program wrote it. */
export const oldWorkbook = (): Buffer => gunzipSync(Buffer.from(COMPRESSED, 'base64'));

/** A record of a workbook stream. */
export const record = (type: number, ...parts: Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
};
export const uint16 = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer);
export const uint32 = (...values: number[]): Buffer => Buffer.from(new Uint32Array(values).buffer);
export const startOf = (kind: number) => record(0x809, uint16(0x0600, kind, 0, 0, 0, 0, 0, 0));
export const end = record(0x0a);
/** A workbook stream with these string-table records and these cells. */
export function stream(strings: Buffer[], cells: Buffer[]): Buffer {
  const sheetRecord = (at: number) => record(0x85, uint32(at), Buffer.from([0, 0, 1, 0]), Buffer.from('A'));
  const globals = (at: number) => Buffer.concat([startOf(5), sheetRecord(at), ...strings, end]);
  return Buffer.concat([globals(globals(0).length), startOf(0x10), ...cells, end]);
}
export const sharedText = (row: number, column: number, index: number) =>
  record(0xfd, uint16(row, column, 0), uint32(index));
/** A file that contains this stream. */
export function withStream(name: string, content: Buffer): Buffer {
  const container = cfb.utils.cfb_new();
  cfb.utils.cfb_add(container, `/${name}`, content);
  return Buffer.from(cfb.write(container, { type: 'buffer' }) as Uint8Array);
}

/** A text of 32,000 characters that this many cells in eight columns name, and how many characters the sheet has. */
export function textBomb(cells: number): { bytes: Buffer; characters: number } {
  const length = 32_000;
  // A record has at most 8,224 bytes; the characters of the others are as wide as those of the first.
  const text = Array.from({ length: 4 }, () => record(0x3c, Buffer.alloc(8001, 'x').fill(0, 0, 1)));
  const table = [record(0xfc, uint32(cells, 1), uint16(length), Buffer.from([0])), ...text];
  const named = Array.from({ length: cells }, (_, n) => sharedText(Math.floor(n / 8), n % 8, 0));
  return { bytes: withStream('Workbook', stream(table, named)), characters: cells * length };
}

const COMPRESSED =
  'H4sIAHgI/GoC/+1YTUhUURT+7ps3OmP+jH+BRvIQsvInULNsYeNPZkSJtaiIoJ7Og17OzBtGk3JRlrmKIKhN0UZwUwurTf+LghYtAqMWRVBoLiJaBQUR6nTueW/MKRdKP1S8b+aee8+595x73j33770nY7njw9eLJ/AdNsKDmYQfaXNkgpI/yQRA9YmELCZzH6WEi38Kfh8FMs2Lu1mP02UMZbwnoOCa+oAo8IbSPsTQbkUN7Q+imX3QhfShgajAJZJko4i9ymPaxTSf6VVueY9pI0vOMG2gtuNiL8aC7eX1zizeo5RyXTak3Zus85Il1SjEIzmLj58VdlsvmuKmHv47K0rUTIyA4tZmRI24Hh5HAQVwBJ8SGvAxuVLva678z8oFSP45VZ4+j/ycogIDSBzgCT5Ee+oW1d5IW8KmEe01eqYwjAySyERV7VbEoBXa/iVixC0qtFZFdDPsBXbpYStOeVOv2WflAlutnndaSNdarGiXYb6dtGiVH7J6jEbjiB6JhY01XVZkCUQTotDJqYYXeK1hG0xEiCf9iro6raZa21BdU7u2qm7d+voiYJMRs8weLWRohyO6FjajB3WtT+83demcvY8EUvaRLF5fmURDyOFyLq+yAD3g1OUPT7d3dgT3s2SAzw77hFkhBwUJnJAapJzNNd5ZWs4aFUxPstVlXC5mWkBtKC/rKHQKmwe5zSmuLaN+ahnPgivnlFdReej9jlslQ5PB1VQebZvoLxh9HhxGKZ14IdKXv0FUikpx8YLE7WAyF85u9Ipp0Q87k08JOL4nnGM0B9McUMiRJticHB0xyynOWNmchzjPLKcSpzqWxTyWBVuWY+Wh0RNsGQ/vtMSyzjfb9dK6jNAxRXLS+ul8sqP4iFPZD2lb4b5SbStsO93xxY6pj+O9nLikn/IeYKulo0TIv0caVPnBUg2qbNDvOKOywSvyAqLk4Ybsjbbzb8iACxcuXLhw4cKFi5+C4CsZ+NamOjfsNL632d91pinNuJ9J/lvshEW/XnoHbKV3wV7EcXRR82cpvCJpSyxQJ/m9UGI39R5HNzrZj+5Fz1969xJzn2fBioFft4QW2//MYvz8zf1/BSzwT/UAFgAA';
