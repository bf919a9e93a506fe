import type { ImportError } from './import-types.ts';

export interface SpreadsheetTexts {
  /** Headers of an export, in the order of its columns. */
  exportHeaders: readonly [
    name: string,
    number: string,
    email: string,
    tags: string,
    channel: string,
    connection: string,
    createdAt: string,
  ];
  exportFileName: string;
  /** Name of the worksheet of an export. */
  worksheet: string;
  /** Name of an uploaded file that has none. */
  uploadFileName: string;
  /** Prefix of the name of a column without header; its letter follows. */
  column: string;
  /** Prefix of the file name of an error spreadsheet; the name of the import follows. */
  errorFilePrefix: string;
  errorHeaders: readonly [row: string, reason: string];
  errors: Record<ImportError, string>;
  /** Tag for imported contacts whose number has no account on the channel. */
  unknownNumberTag: string;
}

/** Texts inside spreadsheets that the server writes, and names that it gives to them. */
export const spreadsheetTexts: Record<'pt' | 'en' | 'es', SpreadsheetTexts> = {
  pt: {
    exportHeaders: ['Nome', 'Número', 'E-mail', 'Tags', 'Canal', 'Conexão', 'Criado em'],
    exportFileName: 'contatos',
    worksheet: 'Contatos',
    uploadFileName: 'contatos',
    column: 'Coluna',
    errorFilePrefix: 'erros',
    errorHeaders: ['Linha', 'Motivo'],
    errors: {
      noName: 'Sem nome',
      noNumber: 'Sem número',
      badNumber: 'Número inválido',
      noAreaCode: 'Falta o DDD',
      unknownAreaCode: 'Este DDD não existe',
      noCallingCode: 'Falta o código do país: comece com +',
      badEmail: 'E-mail inválido',
      tooLong: 'Texto longo demais',
    },
    unknownNumberTag: 'Número não encontrado',
  },
  en: {
    exportHeaders: ['Name', 'Number', 'Email', 'Tags', 'Channel', 'Connection', 'Created at'],
    exportFileName: 'contacts',
    worksheet: 'Contacts',
    uploadFileName: 'contacts',
    column: 'Column',
    errorFilePrefix: 'errors',
    errorHeaders: ['Row', 'Reason'],
    errors: {
      noName: 'No name',
      noNumber: 'No number',
      badNumber: 'Invalid number',
      noAreaCode: 'Area code missing',
      unknownAreaCode: 'This area code does not exist',
      noCallingCode: 'Country code missing: start with +',
      badEmail: 'Invalid email',
      tooLong: 'Text too long',
    },
    unknownNumberTag: 'Number not found',
  },
  es: {
    exportHeaders: ['Nombre', 'Número', 'Correo', 'Etiquetas', 'Canal', 'Conexión', 'Creado el'],
    exportFileName: 'contactos',
    worksheet: 'Contactos',
    uploadFileName: 'contactos',
    column: 'Columna',
    errorFilePrefix: 'errores',
    errorHeaders: ['Fila', 'Motivo'],
    errors: {
      noName: 'Sin nombre',
      noNumber: 'Sin número',
      badNumber: 'Número no válido',
      noAreaCode: 'Falta el código de área',
      unknownAreaCode: 'Este código de área no existe',
      noCallingCode: 'Falta el código del país: empieza con +',
      badEmail: 'Correo no válido',
      tooLong: 'Texto demasiado largo',
    },
    unknownNumberTag: 'Número no encontrado',
  },
};
