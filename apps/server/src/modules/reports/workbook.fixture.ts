import { unzip } from '../privacy/person.fixture.ts';

export interface ReadCell {
  type: 'text' | 'number';
  value: string;
}

/** The worksheets of an xlsx file with the type of each cell. */
export async function rowsOf(bytes: Buffer): Promise<{ name: string; rows: (ReadCell | undefined)[][] }[]> {
  const files = new Map([...(await unzip(bytes))].map(([name, content]) => [name, content.toString()]));
  const names = [...files.get('xl/workbook.xml')!.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name!);
  return names.map((name, n) => ({
    name,
    rows: [...files.get(`xl/worksheets/sheet${n + 1}.xml`)!.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) => {
      const cells: (ReadCell | undefined)[] = [];
      for (const [, letters, rest] of row!.matchAll(/<c r="([A-Z]+)\d+"([^>]*>.*?)<\/c>/gs)) {
        const text = /<t[^>]*>(.*?)<\/t>/s.exec(rest!)?.[1];
        const value = text ?? /<v>(.*?)<\/v>/.exec(rest!)?.[1] ?? '';
        cells[letters!.charCodeAt(0) - 65] = { type: text === undefined ? 'number' : 'text', value: unescaped(value) };
      }
      return cells;
    }),
  }));
}
const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
