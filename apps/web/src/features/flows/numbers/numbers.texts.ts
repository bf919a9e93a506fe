import { texts } from '../../../lib/texts.ts';

export const numbersTexts = texts({
  numbers: { pt: 'Números do fluxo', en: 'Numbers of the flow', es: 'Números del flujo' },
  loading: { pt: 'Carregando números', en: 'Loading the numbers', es: 'Cargando los números' },
  period: { pt: 'Período', en: 'Period', es: 'Período' },
  today: { pt: 'Hoje', en: 'Today', es: 'Hoy' },
  week: { pt: '7 dias', en: '7 days', es: '7 días' },
  month: { pt: '30 dias', en: '30 days', es: '30 días' },
  own: { pt: 'Escolher', en: 'Choose', es: 'Elegir' },
  from: { pt: 'De', en: 'From', es: 'De' },
  to: { pt: 'Até', en: 'To', es: 'Hasta' },
  wrongDays: {
    pt: 'O primeiro dia vem depois do último.',
    en: 'The first day is after the last one.',
    es: 'El primer día es posterior al último.',
  },
  version: { pt: 'Versão', en: 'Version', es: 'Versión' },
  allVersions: { pt: 'Todas as versões', en: 'All versions', es: 'Todas las versiones' },
  view: { pt: 'Modo de ver os números', en: 'View of the numbers', es: 'Modo de ver los números' },
  asDrawing: { pt: 'No desenho', en: 'On the drawing', es: 'En el dibujo' },
  asTable: { pt: 'Em tabela', en: 'As a table', es: 'En tabla' },

  summary: {
    pt: '{count} conversas entraram no fluxo de {from} a {to}.',
    en: '{count} conversations entered the flow from {from} to {to}.',
    es: '{count} conversaciones entraron en el flujo del {from} al {to}.',
  },
  summaryOne: {
    pt: '1 conversa entrou no fluxo de {from} a {to}.',
    en: '1 conversation entered the flow from {from} to {to}.',
    es: '1 conversación entró en el flujo del {from} al {to}.',
  },
  summaryNone: {
    pt: 'Nenhuma conversa entrou no fluxo de {from} a {to}.',
    en: 'No conversation entered the flow from {from} to {to}.',
    es: 'Ninguna conversación entró en el flujo del {from} al {to}.',
  },
  drop: {
    pt: 'A maior desistência é em “{node}”: {count} largaram ali, {percent}% de quem chegou.',
    en: 'The largest drop is at “{node}”: {count} left there, {percent}% of those who arrived.',
    es: 'El mayor abandono es en “{node}”: {count} se fueron ahí, el {percent}% de quienes llegaron.',
  },
  noDrop: {
    pt: 'Ninguém largou o fluxo no meio.',
    en: 'No one dropped out of the flow.',
    es: 'Nadie abandonó el flujo.',
  },
  delay: {
    pt: 'Dias no fuso da empresa. Passos novos entram na conta a cada minuto.',
    en: 'Days of the company’s time zone. New steps are counted every minute.',
    es: 'Días en el huso de la empresa. Los pasos nuevos se cuentan cada minuto.',
  },

  // Cards and table
  table: { pt: 'Números por bloco', en: 'Numbers by block', es: 'Números por bloque' },
  node: { pt: 'Bloco', en: 'Block', es: 'Bloque' },
  entered: { pt: 'Entraram', en: 'Entered', es: 'Entraron' },
  left: { pt: 'Saíram por', en: 'Left by', es: 'Salieron por' },
  waiting: { pt: 'Esperando agora', en: 'Waiting now', es: 'Esperando ahora' },
  dropped: { pt: 'Largaram', en: 'Dropped', es: 'Abandonaron' },
  errors: { pt: 'Erros', en: 'Errors', es: 'Errores' },
  enteredCount: { pt: '{count} entraram', en: '{count} entered', es: '{count} entraron' },
  waitingCount: { pt: '{count} esperando', en: '{count} waiting', es: '{count} esperando' },
  droppedCount: { pt: '{count} largaram', en: '{count} dropped', es: '{count} abandonaron' },
  errorCount: { pt: '{count} com erro', en: '{count} with an error', es: '{count} con error' },
  otherVersion: {
    pt: 'Bloco de outra versão',
    en: 'Block of another version',
    es: 'Bloque de otra versión',
  },
  otherHidden: {
    pt: 'O desenho é o da versão {number}. Os números de um bloco de outra versão estão na tabela.',
    en: 'The drawing is that of version {number}. The numbers of a block of another version are in the table.',
    es: 'El dibujo es el de la versión {number}. Los números de un bloque de otra versión están en la tabla.',
  },
  othersHidden: {
    pt: 'O desenho é o da versão {number}. Os números de {count} blocos de outras versões estão na tabela.',
    en: 'The drawing is that of version {number}. The numbers of {count} blocks of other versions are in the table.',
    es: 'El dibujo es el de la versión {number}. Los números de {count} bloques de otras versiones están en la tabla.',
  },
  emptyTitle: { pt: 'Nada publicado ainda', en: 'Nothing published yet', es: 'Nada publicado aún' },
  emptyText: {
    pt: 'Salve o fluxo para que clientes passem por ele. Depois os números aparecem aqui.',
    en: 'Save the flow so that customers go through it. Then the numbers are shown here.',
    es: 'Guarda el flujo para que los clientes pasen por él. Después los números aparecen aquí.',
  },
});
