import { texts } from '../../lib/texts.ts';

export const phraseTexts = texts({
  title: { pt: 'Frases', en: 'Phrases', es: 'Frases' },
  add: { pt: 'Campanha', en: 'Campaign', es: 'Campaña' },
  search: { pt: 'Buscar por nome ou frase', en: 'Search by name or phrase', es: 'Buscar por nombre o frase' },
  clear: { pt: 'Limpar busca', en: 'Clear search', es: 'Limpiar búsqueda' },
  emptyTitle: { pt: 'Nenhuma frase', en: 'No phrases', es: 'Ninguna frase' },
  emptyText: {
    pt: 'Quando um cliente escreve uma frase cadastrada, o fluxo dela começa.',
    en: 'When a customer writes one of these phrases, its flow starts.',
    es: 'Cuando un cliente escribe una de estas frases, comienza su flujo.',
  },
  nothingTitle: {
    pt: 'Nada encontrado para “{search}”',
    en: 'Nothing found for “{search}”',
    es: 'Nada encontrado para “{search}”',
  },
  moreExist: {
    pt: 'Há mais frases. Use a busca para encontrá-las.',
    en: 'There are more phrases. Use the search to find them.',
    es: 'Hay más frases. Usa la búsqueda para encontrarlas.',
  },

  // Table and form
  name: { pt: 'Nome', en: 'Name', es: 'Nombre' },
  phrase: { pt: 'Frase', en: 'Phrase', es: 'Frase' },
  phraseHint: {
    pt: 'Maiúsculas e acentos não fazem diferença.',
    en: 'Capital letters and accents make no difference.',
    es: 'Las mayúsculas y los acentos no importan.',
  },
  flow: { pt: 'Fluxo', en: 'Flow', es: 'Flujo' },
  flowGone: { pt: 'Fluxo excluído', en: 'Flow deleted', es: 'Flujo eliminado' },
  flowOff: { pt: '{name} (desativado)', en: '{name} (inactive)', es: '{name} (desactivado)' },
  connection: { pt: 'Conexão', en: 'Connection', es: 'Conexión' },
  anyConnection: { pt: 'Qualquer conexão', en: 'Any connection', es: 'Cualquier conexión' },
  anyConnectionHint: {
    pt: 'Sem conexão escolhida, a frase vale para todas.',
    en: 'Without a connection, the phrase applies to all of them.',
    es: 'Sin una conexión elegida, la frase vale para todas.',
  },
  status: { pt: 'Status', en: 'Status', es: 'Estado' },
  active: { pt: 'Frase ativa', en: 'Phrase is active', es: 'Frase activa' },
  activeNamed: { pt: 'Frase {name} ativa', en: 'Phrase {name} is active', es: 'Frase {name} activa' },
  mode: { pt: 'Quando a mensagem', en: 'When the message', es: 'Cuando el mensaje' },
  equal: { pt: 'é igual', en: 'is equal', es: 'es igual' },
  starts: { pt: 'começa com', en: 'starts with', es: 'comienza con' },
  contains: { pt: 'contém', en: 'contains', es: 'contiene' },
  conflict: {
    pt: 'Conflito: {names} responde às mesmas palavras',
    en: 'Conflict: {names} answers to the same words',
    es: 'Conflicto: {names} responde a las mismas palabras',
  },
  chooseFlow: { pt: 'Escolha um fluxo', en: 'Choose a flow', es: 'Elige un flujo' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  newTitle: { pt: 'Nova frase', en: 'New phrase', es: 'Nueva frase' },
  save: { pt: 'Salvar frase', en: 'Save phrase', es: 'Guardar frase' },
  created: { pt: 'Frase criada com sucesso!', en: 'Phrase created!', es: '¡Frase creada!' },
  changed: { pt: 'Frase alterada com sucesso!', en: 'Phrase changed!', es: '¡Frase modificada!' },
  removeNamed: { pt: 'Excluir {name}', en: 'Delete {name}', es: 'Eliminar {name}' },
  removeTitle: { pt: 'Excluir “{name}”?', en: 'Delete “{name}”?', es: '¿Eliminar “{name}”?' },
  removeText: {
    pt: 'A frase deixa de iniciar o fluxo. Conversas que já estão no fluxo continuam.',
    en: 'The phrase no longer starts the flow. Conversations already in the flow continue.',
    es: 'La frase deja de iniciar el flujo. Las conversaciones que ya están en el flujo continúan.',
  },
  remove: { pt: 'Excluir frase', en: 'Delete phrase', es: 'Eliminar frase' },
  removed: { pt: 'Frase deletada', en: 'Phrase deleted', es: 'Frase eliminada' },

  // Try a message
  tryOut: { pt: 'Testar frase', en: 'Try a phrase', es: 'Probar frase' },
  tryText: {
    pt: 'Escreva como um cliente. Nada é enviado.',
    en: 'Write as a customer would. Nothing is sent.',
    es: 'Escribe como un cliente. No se envía nada.',
  },
  message: { pt: 'Mensagem do cliente', en: 'Customer’s message', es: 'Mensaje del cliente' },
  run: { pt: 'Testar', en: 'Try', es: 'Probar' },
  startsFlow: {
    pt: '{name} inicia o fluxo {flow}.',
    en: '{name} starts the flow {flow}.',
    es: '{name} inicia el flujo {flow}.',
  },
  alsoMatch: { pt: 'Também combinam: {names}.', en: 'Also matching: {names}.', es: 'También coinciden: {names}.' },
  noMatch: {
    pt: 'Nenhuma frase ativa de um fluxo ativo e publicado combina com esta mensagem.',
    en: 'No active phrase of an active and published flow matches this message.',
    es: 'Ninguna frase activa de un flujo activo y publicado coincide con este mensaje.',
  },
});
