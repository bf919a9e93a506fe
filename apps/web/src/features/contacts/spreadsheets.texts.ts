import { texts } from '../../lib/texts.ts';

export const spreadsheetTexts = texts({
  menu: { pt: 'Importar / Exportar', en: 'Import / Export', es: 'Importar / Exportar' },
  fromPhone: { pt: 'Importar do celular', en: 'Import from the phone', es: 'Importar del teléfono' },
  importSheet: { pt: 'Importar planilha', en: 'Import spreadsheet', es: 'Importar hoja de cálculo' },
  exportSheet: { pt: 'Exportar para Excel', en: 'Export to Excel', es: 'Exportar a Excel' },

  // From the phone
  connection: { pt: 'Conexão', en: 'Connection', es: 'Conexión' },
  chooseConnection: { pt: 'Escolha uma conexão', en: 'Choose a connection', es: 'Elige una conexión' },
  noPhone: {
    pt: 'A empresa não tem conexão de WhatsApp com um celular.',
    en: 'The company has no WhatsApp connection with a phone.',
    es: 'La empresa no tiene conexión de WhatsApp con un teléfono.',
  },
  what: { pt: 'O que importar', en: 'What to import', es: 'Qué importar' },
  book: { pt: 'Agenda do celular', en: 'The phone’s address book', es: 'Agenda del teléfono' },
  chats: { pt: 'Contatos com conversa', en: 'Contacts with a conversation', es: 'Contactos con conversación' },
  phoneText: {
    pt: 'Os contatos existentes não mudam. Os novos aparecem na lista aos poucos.',
    en: 'Existing contacts do not change. New ones appear in the list gradually.',
    es: 'Los contactos existentes no cambian. Los nuevos aparecen en la lista poco a poco.',
  },
  import: { pt: 'Importar', en: 'Import', es: 'Importar' },
  phoneStarted: {
    pt: 'Importação do celular iniciada',
    en: 'Phone import started',
    es: 'Importación del teléfono iniciada',
  },

  // Export
  filtered: { pt: 'Contatos filtrados', en: 'Filtered contacts', es: 'Contactos filtrados' },
  everybody: { pt: 'Todos os contatos', en: 'All contacts', es: 'Todos los contactos' },
  whom: { pt: 'Quais contatos', en: 'Which contacts', es: 'Qué contactos' },
  withNumbers: { pt: 'Com números completos', en: 'With full numbers', es: 'Con números completos' },
  withNumbersText: {
    pt: 'Os números estão protegidos nesta empresa. Exportar sem proteção fica registrado na auditoria com o seu nome.',
    en: 'Numbers are protected in this company. The audit log records an unprotected export with your name.',
    es: 'Los números están protegidos en esta empresa. Exportarlos sin protección queda en la auditoría con tu nombre.',
  },
  exportText: {
    pt: 'Uma planilha .xlsx com nome, número, e-mail, canal, conexão, tags, situação e informações adicionais.',
    en: 'An .xlsx spreadsheet with name, number, email, channel, connection, tags, status and additional information.',
    es: 'Una hoja de cálculo .xlsx con nombre, número, correo, canal, conexión, etiquetas, estado e información adicional.',
  },
  audited: {
    pt: 'A auditoria registra quem exporta.',
    en: 'The audit log records who exports.',
    es: 'La auditoría registra quién exporta.',
  },
  exporting: { pt: 'Preparando a planilha…', en: 'Preparing the spreadsheet…', es: 'Preparando la hoja de cálculo…' },
  exportingRows: { pt: '{rows} contatos prontos…', en: '{rows} contacts ready…', es: '{rows} contactos listos…' },
  export: { pt: 'Exportar', en: 'Export', es: 'Exportar' },
  exported: {
    pt: 'Planilha pronta: o download começou',
    en: 'Spreadsheet ready: the download has started',
    es: 'Hoja de cálculo lista: la descarga comenzó',
  },

  // Duplicates
  duplicates: { pt: 'Duplicados', en: 'Duplicates', es: 'Duplicados' },
  duplicatesTitle: { pt: 'Contatos duplicados', en: 'Duplicate contacts', es: 'Contactos duplicados' },
  duplicatesText: {
    pt: 'Escolha o contato que fica. Conversas, tags e dados dos outros passam para ele; dá para desfazer por 30 dias.',
    en: 'Choose the contact to keep. Conversations, tags and data of the others move to it; you can undo this for 30 days.',
    es: 'Elige el contacto que queda. Las conversaciones, etiquetas y datos de los otros pasan a él; se puede deshacer por 30 días.',
  },
  noDuplicates: { pt: 'Nenhum duplicado encontrado', en: 'No duplicates found', es: 'No se encontraron duplicados' },
  noDuplicatesText: {
    pt: 'Nenhum contato tem o mesmo número, o mesmo e-mail ou o mesmo nome com número quase igual ou sem número.',
    en: 'No contacts have the same number, the same email, or the same name with a nearly identical or no number.',
    es: 'Ningún contacto tiene el mismo número, el mismo correo o el mismo nombre con número casi igual o sin número.',
  },
  whyNumber: {
    pt: 'Mesmo número, escrito de outro jeito',
    en: 'Same number, written differently',
    es: 'Mismo número, escrito de otra forma',
  },
  whyCallingCode: {
    pt: 'Número sem o código do país: é o mesmo cliente',
    en: 'Number without the country code: the same customer',
    es: 'Número sin el código del país: es el mismo cliente',
  },
  whyEmail: { pt: 'Mesmo e-mail', en: 'Same email', es: 'Mismo correo' },
  whyName: {
    pt: 'Mesmo nome e número quase igual',
    en: 'Same name and nearly identical number',
    es: 'Mismo nombre y número casi igual',
  },
  whyNameOnly: {
    pt: 'Mesmo nome; um deles não tem número',
    en: 'Same name; one of them has no number',
    es: 'Mismo nombre; uno de ellos no tiene número',
  },
  incompleteTitle: {
    pt: 'Números sem o código do país',
    en: 'Numbers without the country code',
    es: 'Números sin el código del país',
  },
  incompleteText: {
    pt: 'Mensagens para estes números não chegam ao cliente. A correção acrescenta o código do país da empresa.',
    en: 'Messages to these numbers do not reach the customer. Correcting adds the country code of the company.',
    es: 'Los mensajes a estos números no llegan al cliente. La corrección agrega el código del país de la empresa.',
  },
  maybeAbroad: {
    pt: 'Também pode ser {number}, de outro país. Confira antes.',
    en: 'It may also be {number}, of another country. Check first.',
    es: 'También puede ser {number}, de otro país. Revisa antes.',
  },
  includeUncertain: {
    pt: 'Incluir os que podem ser de outro país',
    en: 'Include those that may be of another country',
    es: 'Incluir los que pueden ser de otro país',
  },
  correct: { pt: 'Corrigir número', en: 'Correct number', es: 'Corregir número' },
  correctNamed: {
    pt: 'Corrigir número de {name}',
    en: 'Correct number of {name}',
    es: 'Corregir número de {name}',
  },
  correctAll: { pt: 'Corrigir todos', en: 'Correct all', es: 'Corregir todos' },
  correctingCount: {
    pt: 'Corrigindo… {done} de {total}',
    en: 'Correcting… {done} of {total}',
    es: 'Corrigiendo… {done} de {total}',
  },
  numberCorrected: { pt: 'Número corrigido', en: 'Number corrected', es: 'Número corregido' },
  numbersCorrected: {
    pt: '{count} números corrigidos',
    en: '{count} numbers corrected',
    es: '{count} números corregidos',
  },
  since: { pt: 'Desde {date}', en: 'Since {date}', es: 'Desde {date}' },
  unite: { pt: 'Unir', en: 'Merge', es: 'Unir' },
  uniteNamed: { pt: 'Unir em {name}', en: 'Merge into {name}', es: 'Unir en {name}' },
  uniteTitle: {
    pt: 'Unir {count} contatos em “{name}”?',
    en: 'Merge {count} contacts into “{name}”?',
    es: '¿Unir {count} contactos en “{name}”?',
  },
  uniteText: {
    pt: '{others} deixa de aparecer; as conversas e os dados passam para “{name}”. Dá para desfazer por 30 dias.',
    en: '{others} will no longer appear; conversations and data move to “{name}”. You can undo this for 30 days.',
    es: '{others} deja de aparecer; las conversaciones y los datos pasan a “{name}”. Se puede deshacer por 30 días.',
  },
  united: { pt: 'Contatos unidos', en: 'Contacts merged', es: 'Contactos unidos' },
  undo: { pt: 'Desfazer', en: 'Undo', es: 'Deshacer' },
  parted: { pt: 'União desfeita', en: 'Merge undone', es: 'Unión deshecha' },
  notTheSame: { pt: 'Não são a mesma pessoa', en: 'Not the same person', es: 'No son la misma persona' },
  toldApart: {
    pt: '{names} não são a mesma pessoa.',
    en: '{names} are not the same person.',
    es: '{names} no son la misma persona.',
  },
  more: { pt: 'Procurar mais', en: 'Look for more', es: 'Buscar más' },
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },
});
export type SheetText = keyof typeof spreadsheetTexts;
