import { texts } from '../../lib/texts.ts';

export const spreadsheetTexts = texts({
  menu: { pt: 'Importar / Exportar', en: 'Import / Export', es: 'Importar / Exportar' },
  fromPhone: { pt: 'Importar do telefone', en: 'Import from the phone', es: 'Importar del teléfono' },
  importSheet: { pt: 'Importar planilha', en: 'Import a sheet', es: 'Importar hoja' },
  exportSheet: { pt: 'Exportar para Excel', en: 'Export to Excel', es: 'Exportar a Excel' },

  // From the phone
  connection: { pt: 'Conexão', en: 'Connection', es: 'Conexión' },
  chooseConnection: { pt: 'Escolha uma conexão', en: 'Choose a connection', es: 'Elige una conexión' },
  noPhone: {
    pt: 'A empresa não tem conexão de WhatsApp com um telefone.',
    en: 'The company has no WhatsApp connection with a phone.',
    es: 'La empresa no tiene conexión de WhatsApp con un teléfono.',
  },
  what: { pt: 'O que importar', en: 'What to import', es: 'Qué importar' },
  book: { pt: 'Agenda do telefone', en: 'The phone’s address book', es: 'Agenda del teléfono' },
  chats: { pt: 'Quem tem conversa', en: 'Whoever has a chat', es: 'Quien tiene conversación' },
  phoneText: {
    pt: 'Quem já é contato fica como está. Os novos aparecem na lista aos poucos.',
    en: 'Those who are contacts stay as they are. New ones appear in the list little by little.',
    es: 'Quienes ya son contactos quedan como están. Los nuevos aparecen en la lista poco a poco.',
  },
  import: { pt: 'Importar', en: 'Import', es: 'Importar' },
  phoneStarted: {
    pt: 'Importação do telefone iniciada',
    en: 'Import from the phone begun',
    es: 'Importación del teléfono iniciada',
  },

  // Export
  filtered: { pt: 'O que está filtrado', en: 'What is filtered', es: 'Lo filtrado' },
  everybody: { pt: 'Todos os contatos', en: 'All contacts', es: 'Todos los contactos' },
  whom: { pt: 'Quais contatos', en: 'Which contacts', es: 'Qué contactos' },
  withNumbers: { pt: 'Com números completos', en: 'With whole numbers', es: 'Con números completos' },
  withNumbersText: {
    pt: 'Os números estão protegidos nesta empresa. Exportar sem proteção fica registrado na auditoria com o seu nome.',
    en: 'Numbers are protected in this company. Exporting them unprotected is written into the audit log with your name.',
    es: 'Los números están protegidos en esta empresa. Exportarlos sin protección queda en la auditoría con tu nombre.',
  },
  exportText: {
    pt: 'Uma planilha .xlsx com nome, número, e-mail, canal, conexão, tags, situação e informações adicionais.',
    en: 'An .xlsx sheet with name, number, e-mail, channel, connection, tags, status and more information.',
    es: 'Una hoja .xlsx con nombre, número, correo, canal, conexión, etiquetas, situación e información adicional.',
  },
  audited: {
    pt: 'Quem exporta fica registrado na auditoria.',
    en: 'Whoever exports is written into the audit log.',
    es: 'Quien exporta queda registrado en la auditoría.',
  },
  exporting: { pt: 'Preparando a planilha…', en: 'Preparing the sheet…', es: 'Preparando la hoja…' },
  exportingRows: { pt: '{rows} contatos prontos…', en: '{rows} contacts ready…', es: '{rows} contactos listos…' },
  export: { pt: 'Exportar', en: 'Export', es: 'Exportar' },
  exported: {
    pt: 'Planilha pronta: o download começou',
    en: 'Sheet ready: downloading',
    es: 'Hoja lista: descargando',
  },

  // Duplicates
  duplicates: { pt: 'Duplicados', en: 'Duplicates', es: 'Duplicados' },
  duplicatesTitle: { pt: 'Contatos duplicados', en: 'Duplicate contacts', es: 'Contactos duplicados' },
  duplicatesText: {
    pt: 'Escolha quem fica. Conversas, tags e dados dos outros passam para ele; dá para desfazer por 30 dias.',
    en: 'Choose who stays. Conversations, tags and data of the others move over; it can be undone for 30 days.',
    es: 'Elige quién queda. Conversaciones, etiquetas y datos de los otros pasan a él; se puede deshacer por 30 días.',
  },
  noDuplicates: { pt: 'Nenhum duplicado encontrado', en: 'No duplicates found', es: 'Ningún duplicado encontrado' },
  noDuplicatesText: {
    pt: 'Ninguém tem o mesmo número, o mesmo e-mail ou o mesmo nome com número quase igual.',
    en: 'Nobody has the same number, the same e-mail, or the same name with a nearly equal number.',
    es: 'Nadie tiene el mismo número, el mismo correo o el mismo nombre con número casi igual.',
  },
  whyNumber: {
    pt: 'Mesmo número, escrito de outro jeito',
    en: 'Same number, written differently',
    es: 'Mismo número, escrito de otra forma',
  },
  whyEmail: { pt: 'Mesmo e-mail', en: 'Same e-mail', es: 'Mismo correo' },
  whyName: {
    pt: 'Mesmo nome e número quase igual',
    en: 'Same name and nearly equal number',
    es: 'Mismo nombre y número casi igual',
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
    en: '{others} will no longer appear; conversations and data move to “{name}”. It can be undone for 30 days.',
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
