/** A mail before it is written as text and HTML. Values may come from users; rendering escapes them. */
export interface Letter {
  subject: string;
  title: string;
  blocks: readonly Block[];
  /** Small text below a line: what to do if the mail was not expected. */
  note: string;
}
export type Block =
  | { kind: 'paragraph'; text: string }
  /** Characters to copy, in large type. */
  | { kind: 'code'; text: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'button'; label: string; url: string };

/** Name, color and addresses of the platform, as its owner set them. */
export interface MailBrand {
  name: string;
  /** #rrggbb */
  color: string;
  /** The only picture of a mail; the name is written if there is none. */
  logoUrl?: string;
  footer: string;
}
export interface RenderedLetter {
  subject: string;
  text: string;
  html: string;
}

/** Text and HTML of a letter: one column of 480 px, styles on the elements, nothing loaded but the logo. */
export function renderLetter(letter: Letter, brand: MailBrand): RenderedLetter {
  return { subject: oneLine(letter.subject), text: textOf(letter, brand), html: htmlOf(letter, brand) };
}

function textOf({ title, blocks, note }: Letter, { footer }: MailBrand): string {
  const parts = blocks.map((block) => {
    if (block.kind === 'button') return `${block.label}: ${block.url}`;
    if (block.kind === 'facts') return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    return block.text;
  });
  return [title, ...parts, note, '--', footer].join('\n\n');
}

const INK = '#1a1d24';
const MUTED = '#5a6170';
const LINE = '#dfe2e8';
const SURFACE = '#eef0f4';
const FONT = 'font-family:Inter,Segoe UI,Helvetica,Arial,sans-serif';

function htmlOf({ subject, title, blocks, note }: Letter, brand: MailBrand): string {
  const logo = brand.logoUrl
    ? `<img src="${escape(brand.logoUrl)}" alt="${escape(brand.name)}" height="28" style="display:block;border:0">`
    : `<strong style="font-size:16px">${escape(brand.name)}</strong>`;
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escape(oneLine(subject))}</title></head>`,
    `<body style="margin:0;padding:24px 12px;background:${SURFACE};color:${INK};${FONT};font-size:15px;line-height:22px">`,
    '<table role="presentation" align="center" width="100%" style="max-width:480px;margin:0 auto;background:#ffffff;border-radius:8px">',
    `<tr><td style="padding:24px">${logo}`,
    `<h1 style="font-size:20px;line-height:28px;margin:20px 0 12px">${escape(title)}</h1>`,
    ...blocks.map((block) => htmlBlock(block, brand)),
    `<p style="border-top:1px solid ${LINE};margin:20px 0 0;padding-top:16px;color:${MUTED};font-size:13px;line-height:19px">${escape(note)}</p>`,
    `<p style="margin:12px 0 0;color:${MUTED};font-size:12px;line-height:17px">${escape(brand.footer)}</p>`,
    '</td></tr></table></body></html>',
  ].join('');
}

function htmlBlock(block: Block, { color }: MailBrand): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 14px">${escape(block.text)}</p>`;
    case 'code':
      return `<p style="margin:0 0 14px;padding:16px;background:${SURFACE};border-radius:8px;text-align:center;font-size:26px;line-height:32px;letter-spacing:2px;font-weight:700">${escape(block.text)}</p>`;
    case 'facts':
      return `<table role="presentation" style="margin:0 0 14px;${FONT};font-size:15px">${block.rows
        .map(
          ([label, value]) =>
            `<tr><td style="padding:2px 16px 2px 0;color:${MUTED}">${escape(label)}</td><td style="padding:2px 0">${escape(value)}</td></tr>`,
        )
        .join('')}</table>`;
    case 'button':
      return (
        `<p style="margin:0 0 14px"><a href="${escape(block.url)}" style="display:inline-block;padding:11px 20px;border-radius:8px;` +
        `background:${color};color:${inkOn(color)};text-decoration:none;font-weight:600">${escape(block.label)}</a></p>` +
        `<p style="margin:0 0 14px;color:${MUTED};font-size:13px;line-height:19px;word-break:break-all">${escape(block.url)}</p>`
      );
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
/** A subject is one header line; a name with a line break must not add another header. */
const oneLine = (text: string): string => text.replace(/[\r\n\p{Cc}]+/gu, ' ').trim();

/** Black or white, whichever is easier to read on the color. */
function inkOn(color: string): string {
  const channel = (start: number) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}
