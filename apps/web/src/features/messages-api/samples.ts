/** The same call of the send API as a program: curl, Node.js and Python. */
export const sampleLanguages = ['curl', 'node', 'python'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

interface SampleCall {
  url: string;
  fields: Record<string, string | number | boolean>;
  /** The name of the file that is sent; without one the call is JSON. */
  fileName?: string | undefined;
}

export const sampleOf = (language: SampleLanguage, call: SampleCall): string =>
  (call.fileName === undefined ? jsonSamples : fileSamples)[language]({ fileName: '', ...call });

type Writer = (call: SampleCall & { fileName: string }) => string;

const jsonSamples: Record<SampleLanguage, Writer> = {
  curl: ({ url, fields }) => `${curlHead(url)} \\
  -H "Content-Type: application/json" \\
  -d ${shellText(JSON.stringify(fields, null, 2))}`,

  node: ({ url, fields }) => `const response = await fetch(${literal(url)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.TOKEN}\`,
    'Idempotency-Key': crypto.randomUUID(),
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indented(JSON.stringify(fields, null, 2), 2)}),
});
${NODE_END}`,

  python: ({ url, fields }) => `import os, uuid, requests

response = requests.post(
    ${literal(url)},
${PYTHON_HEADERS}
    json={${Object.entries(fields)
      .map(([name, value]) => `\n        ${literal(name)}: ${pythonValue(value)},`)
      .join('')}
    },
)
${PYTHON_END}`,
};

const fileSamples: Record<SampleLanguage, Writer> = {
  curl: ({ url, fields, fileName }) =>
    [
      curlHead(url),
      // --form-string: a text that begins with @ is not the name of a file.
      ...Object.entries(fields).map(([name, value]) => `--form-string ${shellText(`${name}=${value}`)}`),
      `-F ${shellText(`medias=@${curlFile(fileName)}`)}`,
    ].join(' \\\n  '),

  node: ({ url, fields, fileName }) => `import { openAsBlob } from 'node:fs';

const form = new FormData();
${Object.entries(fields)
  .map(([name, value]) => `form.append(${literal(name)}, ${literal(String(value))});`)
  .join('\n')}
form.append('medias', await openAsBlob(${literal(fileName)}), ${literal(fileName)});

const response = await fetch(${literal(url)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.TOKEN}\`,
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: form,
});
${NODE_END}`,

  python: ({ url, fields, fileName }) => `import os, uuid, requests

response = requests.post(
    ${literal(url)},
${PYTHON_HEADERS}
    data={${Object.entries(fields)
      .map(([name, value]) => `\n        ${literal(name)}: ${literal(String(value))},`)
      .join('')}
    },
    files={"medias": open(${literal(fileName)}, "rb")},
)
${PYTHON_END}`,
};

const curlHead = (url: string): string => `curl -X POST ${shellText(url)} \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: $(uuidgen)"`;

const NODE_END = `if (!response.ok) throw new Error(await response.text());
console.log(await response.json());`;

const PYTHON_HEADERS = `    headers={
        "Authorization": f"Bearer {os.environ['TOKEN']}",
        "Idempotency-Key": str(uuid.uuid4()),
    },`;
const PYTHON_END = `response.raise_for_status()
print(response.json())`;

/** In single quotes a shell replaces nothing; only the quote itself must leave them. */
const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** curl reads backslashes and quotes inside a quoted file name. */
const curlFile = (name: string): string => `"${name.replace(/[\\"]/g, '\\$&')}"`;
/** JSON texts are literals in JavaScript and in Python too. */
const literal = (text: string): string => JSON.stringify(text);
const pythonValue = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
