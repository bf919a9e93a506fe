import { describe, expect, it } from 'vitest';
import { sampleLanguages, sampleOf } from './samples.ts';

const url = 'https://balcao.example.com/api/messages/send';
/** Characters with a meaning in a shell, in JSON, in form fields of curl and in both languages. */
const fields = { number: '5500998124471', body: `@d'Ávila "7731" $HOME \\ {x}\nfim`, queueId: 2, closeTicket: true };
/** What a shell makes of a text in single quotes. */
const unquoted = (text: string): string => text.replaceAll(`'\\''`, `'`);

describe('a sample in curl', () => {
  it('hands over exactly the fields, whatever a text contains', () => {
    const sample = sampleOf('curl', { url, fields });
    expect(sample).toContain(`curl -X POST '${url}' \\\n  -H "Authorization: Bearer $TOKEN" \\\n`);
    const quoted = /-d '([^]*)'$/.exec(sample)?.[1] ?? '';
    expect(quoted.replaceAll(`'\\''`, '')).not.toContain(`'`);
    expect(JSON.parse(unquoted(quoted))).toEqual(fields);
  });

  it('sends a file with its caption as a form, in which an @ is a letter', () => {
    const sample = sampleOf('curl', { url, fields, fileName: `nota "d'água".pdf` });
    expect(unquoted(sample)).toContain(`--form-string 'body=${fields.body}'`);
    expect(unquoted(sample)).toMatch(/-F 'medias=@"nota \\"d'água\\"\.pdf"'$/);
    expect(sample).not.toContain('Content-Type');
  });
});

describe('a sample for Node.js', () => {
  it('has exactly the fields', () => {
    const sample = sampleOf('node', { url, fields });
    expect(sample).toContain(`await fetch("${url}", {`);
    const body = /body: JSON\.stringify\((\{[^]*\})\),\n\}\);/.exec(sample)?.[1] ?? '';
    expect(JSON.parse(body)).toEqual(fields);
  });

  it('sends a file as a form', () => {
    const sample = sampleOf('node', { url, fields: { number: '5500998124471' }, fileName: 'nota.pdf' });
    expect(sample).toContain('form.append("number", "5500998124471");');
    expect(sample).toContain(`form.append('medias', await openAsBlob("nota.pdf"), "nota.pdf");`);
    expect(sample).not.toContain('Content-Type');
  });
});

describe('a sample in Python', () => {
  it('writes truth values and texts in the notation of the language', () => {
    const sample = sampleOf('python', { url, fields: { body: 'Olá "7731"', closeTicket: true, sendSignature: false } });
    expect(sample).toContain(`json={
        "body": "Olá \\"7731\\"",
        "closeTicket": True,
        "sendSignature": False,
    },`);
  });

  it('sends a file as a form, with texts only', () => {
    const sample = sampleOf('python', { url, fields: { closeTicket: true }, fileName: 'nota.pdf' });
    expect(sample).toContain('"closeTicket": "true",');
    expect(sample).toContain('files={"medias": open("nota.pdf", "rb")},');
  });
});

it('a sample reads the token from the environment, in every language and form', () => {
  for (const language of sampleLanguages)
    for (const fileName of [undefined, 'nota.pdf'])
      expect(sampleOf(language, { url, fields, fileName })).toMatch(
        /\$TOKEN|process\.env\.TOKEN|os\.environ\['TOKEN'\]/,
      );
});
