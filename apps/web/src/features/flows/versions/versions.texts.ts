import { texts } from '../../../lib/texts.ts';

export const versionTexts = texts({
  list: { pt: 'Versões do fluxo', en: 'Versions of the flow', es: 'Versiones del flujo' },
  loading: { pt: 'Carregando as versões', en: 'Loading the versions', es: 'Cargando las versiones' },
  version: { pt: 'Versão {number}', en: 'Version {number}', es: 'Versión {number}' },
  draft: { pt: 'Rascunho', en: 'Draft', es: 'Borrador' },
  live: { pt: 'No ar', en: 'Live', es: 'En uso' },
  by: { pt: '{name} · {time}', en: '{name} · {time}', es: '{name} · {time}' },
  someone: { pt: 'Conta removida', en: 'Deleted account', es: 'Cuenta eliminada' },
  noteOfVersion: {
    pt: 'Volta à versão {number}',
    en: 'Return to version {number}',
    es: 'Vuelta a la versión {number}',
  },
  oneConversation: { pt: '1 conversa', en: '1 conversation', es: '1 conversación' },
  conversations: {
    pt: '{count} {count|conversa|conversas}',
    en: '{count} {count|conversation|conversations}',
    es: '{count} {count|conversación|conversaciones}',
  },
  more: { pt: 'Mostrar mais', en: 'Show more', es: 'Mostrar más' },
  emptyTitle: { pt: 'Nenhuma versão ainda', en: 'No versions yet', es: 'Aún no hay versiones' },
  emptyText: {
    pt: 'Salvar publica o desenho e guarda a versão. Depois dá para comparar e voltar.',
    en: 'Saving publishes the drawing and keeps the version. You can then compare versions and return to one.',
    es: 'Guardar publica el dibujo y conserva la versión. Después puedes comparar y volver.',
  },

  compare: { pt: 'Comparar', en: 'Compare', es: 'Comparar' },
  compareNamed: {
    pt: 'Comparar a versão {number}',
    en: 'Compare version {number}',
    es: 'Comparar la versión {number}',
  },
  restore: { pt: 'Restaurar', en: 'Restore', es: 'Restaurar' },
  restoreNamed: {
    pt: 'Restaurar a versão {number}',
    en: 'Restore version {number}',
    es: 'Restaurar la versión {number}',
  },
  restoreTitle: {
    pt: 'Restaurar a versão {number} no rascunho?',
    en: 'Restore version {number} to the draft?',
    es: '¿Restaurar la versión {number} en el borrador?',
  },
  restoreText: {
    pt: 'O rascunho atual é substituído. Para os clientes nada muda até você salvar.',
    en: 'The current draft is replaced. Nothing changes for customers until you save.',
    es: 'El borrador actual se reemplaza. Para los clientes nada cambia hasta que guardes.',
  },
  restored: {
    pt: 'O rascunho agora é o desenho da versão {number}.',
    en: 'The draft is now the drawing of version {number}.',
    es: 'El borrador ahora es el dibujo de la versión {number}.',
  },
  rollback: { pt: 'Voltar agora', en: 'Return now', es: 'Volver ahora' },
  rollbackNamed: {
    pt: 'Voltar agora à versão {number}',
    en: 'Return now to version {number}',
    es: 'Volver ahora a la versión {number}',
  },
  rollbackTitle: {
    pt: 'Voltar agora à versão {number}?',
    en: 'Return to version {number} now?',
    es: '¿Volver ahora a la versión {number}?',
  },
  rollbackText: {
    pt: 'Ela é publicada de novo, e novas conversas já começam nela. O rascunho atual é substituído. As conversas que estão no fluxo seguem na versão em que começaram.',
    en: 'It is published again and new conversations begin with it at once. The current draft is replaced. Conversations that are in the flow stay on the version they began with.',
    es: 'Se publica de nuevo y las nuevas conversaciones ya empiezan con ella. El borrador actual se reemplaza. Las conversaciones que están en el flujo siguen en la versión en que empezaron.',
  },
  returned: {
    pt: 'A versão {number} está no ar de novo.',
    en: 'Version {number} is live again.',
    es: 'La versión {number} está en uso de nuevo.',
  },
  alreadyLive: {
    pt: 'Os clientes já usam este desenho.',
    en: 'Customers already use this drawing.',
    es: 'Los clientes ya usan este dibujo.',
  },
  hasErrors: {
    pt: 'Esta versão não pode voltar como está: usa algo que não existe mais. Restaure-a no rascunho e corrija os problemas.',
    en: 'This version cannot return as it is: it uses something that no longer exists. Restore it to the draft and fix the problems.',
    es: 'Esta versión no puede volver como está: usa algo que ya no existe. Restáurala en el borrador y corrige los problemas.',
  },
  draftChanged: {
    pt: 'Outra pessoa mudou o rascunho agora. Veja o que mudou e tente de novo.',
    en: 'Someone else has just changed the draft. See what changed and try again.',
    es: 'Otra persona acaba de cambiar el borrador. Mira qué cambió e inténtalo de nuevo.',
  },
  notSaved: {
    pt: 'O rascunho ainda não foi salvo. Tente de novo quando ele estiver salvo.',
    en: 'The draft has not been saved yet. Try again once it is saved.',
    es: 'El borrador aún no se ha guardado. Inténtalo de nuevo cuando esté guardado.',
  },

  staysOne: {
    pt: '1 conversa segue na versão {number}',
    en: '1 conversation stays on version {number}',
    es: '1 conversación sigue en la versión {number}',
  },
  stays: {
    pt: '{count} {count|conversa segue|conversas seguem} na versão {number}',
    en: '{count} {count|conversation stays|conversations stay} on version {number}',
    es: '{count} {count|conversación sigue|conversaciones siguen} en la versión {number}',
  },
  bring: { pt: 'Trazer para esta', en: 'Bring to this one', es: 'Traer a esta' },
  bringTitle: {
    pt: 'Trazer as conversas para a versão {number}?',
    en: 'Bring the conversations to version {number}?',
    es: '¿Traer las conversaciones a la versión {number}?',
  },
  bringText: {
    pt: 'Passam as conversas que esperam num bloco que ainda existe. As outras seguem onde estão.',
    en: 'Conversations that wait at a block that still exists are moved. The others stay where they are.',
    es: 'Pasan las conversaciones que esperan en un bloque que aún existe. Las otras siguen donde están.',
  },
  brought: {
    pt: 'Vieram: {moved}. Seguem onde estavam: {stayed}.',
    en: 'Moved: {moved}. Stayed where they were: {stayed}.',
    es: 'Vinieron: {moved}. Siguen donde estaban: {stayed}.',
  },
});

export const compareTexts = texts({
  comparison: { pt: 'Comparação', en: 'Comparison', es: 'Comparación' },
  from: { pt: 'De', en: 'From', es: 'De' },
  to: { pt: 'Para', en: 'To', es: 'A' },
  loading: { pt: 'Carregando a comparação', en: 'Loading the comparison', es: 'Cargando la comparación' },
  differences: { pt: 'Diferenças', en: 'Differences', es: 'Diferencias' },
  nothing: { pt: 'Nada mudou', en: 'Nothing changed', es: 'Nada cambió' },
  nothingText: {
    pt: 'Os dois desenhos fazem o mesmo.',
    en: 'Both drawings do the same.',
    es: 'Los dos dibujos hacen lo mismo.',
  },
  onlyMoved: {
    pt: 'Só a posição dos blocos é outra; isso não conta como mudança.',
    en: 'Only the position of blocks differs; that does not count as a change.',
    es: 'Solo la posición de los bloques es otra; eso no cuenta como cambio.',
  },
  sectionAdded: { pt: 'Adicionados ({count})', en: 'Added ({count})', es: 'Agregados ({count})' },
  sectionRemoved: { pt: 'Removidos ({count})', en: 'Removed ({count})', es: 'Quitados ({count})' },
  sectionChanged: { pt: 'Mudados ({count})', en: 'Changed ({count})', es: 'Cambiados ({count})' },
  sectionEdges: { pt: 'Ligações ({count})', en: 'Connections ({count})', es: 'Conexiones ({count})' },
  sectionSettings: { pt: 'O fluxo inteiro ({count})', en: 'The whole flow ({count})', es: 'Todo el flujo ({count})' },
  added: { pt: 'Adicionado', en: 'Added', es: 'Agregado' },
  changed: { pt: 'Mudou', en: 'Changed', es: 'Cambió' },
  removed: { pt: 'Removido', en: 'Removed', es: 'Quitado' },
  edgeAdded: { pt: 'Ligação nova', en: 'New connection', es: 'Conexión nueva' },
  edgeRemoved: { pt: 'Ligação removida', en: 'Connection removed', es: 'Conexión quitada' },
  edge: {
    pt: '{source}, “{port}” → {target}',
    en: '{source}, “{port}” → {target}',
    es: '{source}, “{port}” → {target}',
  },
  before: { pt: 'Antes', en: 'Before', es: 'Antes' },
  after: { pt: 'Depois', en: 'After', es: 'Después' },
});

/** Fields that the panels of nodes call otherwise, or not at all. */
export const fieldTexts = texts({
  title: { pt: 'Título no desenho', en: 'Title in the drawing', es: 'Título en el dibujo' },
  minutes: { pt: 'Espera em minutos', en: 'Wait in minutes', es: 'Espera en minutos' },
  rules: { pt: 'Regras', en: 'Rules', es: 'Reglas' },
  values: { pt: 'Valores', en: 'Values', es: 'Valores' },
  content: { pt: 'Conteúdo {number}', en: 'Content {number}', es: 'Contenido {number}' },
  contact: { pt: 'Contato', en: 'Contact', es: 'Contacto' },
  other: { pt: 'Outro campo', en: 'Another field', es: 'Otro campo' },
  empty: { pt: 'vazio', en: 'empty', es: 'vacío' },
  kept: { pt: 'guardada', en: 'stored', es: 'guardada' },
  gone: { pt: 'não existe mais', en: 'no longer exists', es: 'ya no existe' },
  sameName: {
    pt: 'outro arquivo com o mesmo nome',
    en: 'another file with the same name',
    es: 'otro archivo con el mismo nombre',
  },
});
