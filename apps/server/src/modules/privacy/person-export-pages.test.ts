import { expect, it } from 'vitest';
import { csvRow } from './person-export-pages.ts';

it.each(['=1+1', '＝1+1', '＋1', '－1', '＠x', '"=1"', '%0', '|calc'])(
  'the CSV file of a person does not run %j as a formula [F-A10]',
  (body) => {
    const row = csvRow({
      id: '1',
      ticketNumber: 7,
      sentAt: '2026-01-01T00:00:00.000Z',
      fromMe: false,
      body,
      mediaType: 'conversation',
      mediaName: '',
      mediaKey: null,
      isPrivate: false,
      isDeleted: false,
      transcription: null,
      data: null,
      columns: {},
    });
    expect(row).toContain(`"'${body.replaceAll('"', '""')}"`);
  },
);
