import { texts } from '../../lib/texts.ts';

export const contactsTexts = texts({
  title: { pt: 'Contatos', en: 'Contacts', es: 'Contactos' },
  search: {
    pt: 'Buscar por nome, número ou e-mail',
    en: 'Search by name, number or email',
    es: 'Buscar por nombre, número o correo',
  },
  numberOrProfile: { pt: 'Número ou perfil', en: 'Number or profile', es: 'Número o perfil' },
  connection: { pt: 'Conexão', en: 'Connection', es: 'Conexión' },
  tags: { pt: 'Tags', en: 'Tags', es: 'Etiquetas' },
  status: { pt: 'Situação', en: 'Status', es: 'Estado' },
  active: { pt: 'Ativo', en: 'Active', es: 'Activo' },
  blockedMark: { pt: 'Bloqueado', en: 'Blocked', es: 'Bloqueado' },
  group: { pt: 'Grupo', en: 'Group', es: 'Grupo' },
  messenger: { pt: 'Messenger', en: 'Messenger', es: 'Messenger' },
  moreTags: { pt: 'Mais tags: {names}', en: 'More tags: {names}', es: 'Más etiquetas: {names}' },

  findTag: { pt: 'Buscar tag', en: 'Find a tag', es: 'Buscar etiqueta' },
  noTag: { pt: 'Nenhuma tag encontrada', en: 'No tag found', es: 'Ninguna etiqueta encontrada' },
  tagsChosen: { pt: 'Tags, {count} escolhidas', en: 'Tags, {count} chosen', es: 'Etiquetas, {count} elegidas' },
  channel: { pt: 'Canal', en: 'Channel', es: 'Canal' },
  everyChannel: { pt: 'Todos os canais', en: 'All channels', es: 'Todos los canales' },
  groups: { pt: 'Grupos', en: 'Groups', es: 'Grupos' },
  clearFilters: { pt: 'Limpar filtros', en: 'Clear filters', es: 'Limpiar filtros' },

  add: { pt: 'Novo contato', en: 'New contact', es: 'Nuevo contacto' },
  talkTo: { pt: 'Conversar com {name}', en: 'Talk to {name}', es: 'Conversar con {name}' },
  blockedCannot: {
    pt: 'Contato bloqueado: desbloqueie para conversar com {name}',
    en: 'Blocked contact: unblock it to talk to {name}',
    es: 'Contacto bloqueado: desbloquéalo para conversar con {name}',
  },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  moreFor: { pt: 'Mais ações para {name}', en: 'More actions for {name}', es: 'Más acciones para {name}' },
  talkOnWhatsapp: { pt: 'Conversar no WhatsApp', en: 'Talk on WhatsApp', es: 'Conversar en WhatsApp' },
  talkOnInstagram: { pt: 'Conversar no Instagram', en: 'Talk on Instagram', es: 'Conversar en Instagram' },
  talkOnFacebook: { pt: 'Conversar no Facebook', en: 'Talk on Facebook', es: 'Conversar en Facebook' },
  personData: { pt: 'Dados desta pessoa', en: 'This person’s data', es: 'Datos de esta persona' },
  history: { pt: 'Contatos unidos a este', en: 'Contacts merged into this one', es: 'Contactos unidos a este' },
  block: { pt: 'Bloquear', en: 'Block', es: 'Bloquear' },
  unblock: { pt: 'Desbloquear', en: 'Unblock', es: 'Desbloquear' },
  blocked: { pt: 'Contato bloqueado', en: 'Contact blocked', es: 'Contacto bloqueado' },
  unblocked: { pt: 'Contato desbloqueado', en: 'Contact unblocked', es: 'Contacto desbloqueado' },
  undo: { pt: 'Desfazer', en: 'Undo', es: 'Deshacer' },
  remove: { pt: 'Excluir', en: 'Delete', es: 'Eliminar' },
  removed: { pt: 'Contato excluído', en: 'Contact deleted', es: 'Contacto eliminado' },
  removeTitle: {
    pt: 'Excluir o contato “{name}”?',
    en: 'Delete the contact “{name}”?',
    es: '¿Eliminar el contacto “{name}”?',
  },
  removeText: {
    pt: 'Apaga o cadastro e o histórico. Não dá para desfazer.',
    en: 'The record and its history are deleted. This cannot be undone.',
    es: 'Se borran el registro y el historial. No se puede deshacer.',
  },

  emptyTitle: { pt: 'Nenhum contato ainda', en: 'No contacts yet', es: 'Aún no hay contactos' },
  emptyText: {
    pt: 'Os clientes que escrevem para a empresa aparecem aqui automaticamente. Você também pode cadastrar contatos ou importar uma planilha.',
    en: 'Customers who write to the company appear here automatically. You can also add contacts or import a spreadsheet.',
    es: 'Los clientes que escriben a la empresa aparecen aquí automáticamente. También puedes registrar contactos o importar una hoja de cálculo.',
  },
  nothingTitle: {
    pt: 'Nenhum contato com estes filtros',
    en: 'No contacts match these filters',
    es: 'Ningún contacto con estos filtros',
  },
  nothingFor: {
    pt: 'Nada encontrado para “{search}”',
    en: 'Nothing found for “{search}”',
    es: 'Nada encontrado para “{search}”',
  },

  // The form
  newTitle: { pt: 'Novo contato', en: 'New contact', es: 'Nuevo contacto' },
  editTitle: { pt: 'Editar contato', en: 'Edit contact', es: 'Editar contacto' },
  reveal: { pt: 'Mostrar número', en: 'Show number', es: 'Mostrar número' },
  maskedHint: {
    pt: 'Número protegido. Deixe como está para mantê-lo; a auditoria registra quem o mostra.',
    en: 'Protected number. Leave it unchanged to keep it; the audit log records who shows it.',
    es: 'Número protegido. Déjalo como está para conservarlo; la auditoría registra quién lo muestra.',
  },
  maskedPlainHint: {
    pt: 'Número protegido. Deixe como está para mantê-lo.',
    en: 'Protected number. Leave it unchanged to keep it.',
    es: 'Número protegido. Déjalo como está para conservarlo.',
  },
  noTags: { pt: 'Sem tags', en: 'No tags', es: 'Sin etiquetas' },
  preferences: { pt: 'Preferências', en: 'Preferences', es: 'Preferencias' },
  acceptsAudio: { pt: 'Aceita áudio', en: 'Accepts audio', es: 'Acepta audio' },
  acceptsAudioText: {
    pt: 'Quando desligado, o bot responde que áudios não são aceitos.',
    en: 'When off, the bot replies that audio is not accepted.',
    es: 'Cuando está desactivado, el bot responde que no se aceptan audios.',
  },
  botReplies: { pt: 'Bot responde', en: 'Bot replies', es: 'El bot responde' },
  botRepliesText: {
    pt: 'Quando desligado, as mensagens deste contato vão direto para a equipe.',
    en: 'When off, this contact’s messages go straight to the team.',
    es: 'Cuando está desactivado, los mensajes de este contacto van directo al equipo.',
  },
  accountOwner: { pt: 'Carteira', en: 'Account owner', es: 'Cartera' },
  walletText: {
    pt: 'Com “Mandar direto para a carteira” ligado, as novas conversas deste contato vão para este atendente.',
    en: 'With “Assign to the account owner” on, this contact’s new conversations go to this agent.',
    es: 'Con “Enviar directo a la cartera” activado, las nuevas conversaciones de este contacto van a este agente.',
  },
  walletUser: { pt: 'Atendente da carteira', en: 'Account owner', es: 'Agente de la cartera' },
  walletQueue: { pt: 'Fila da carteira', en: 'Account owner’s queue', es: 'Cola de la cartera' },
  nobody: { pt: 'Ninguém', en: 'No one', es: 'Nadie' },
  noQueue: { pt: 'Sem fila', en: 'No queue', es: 'Sin cola' },
  partlySaved: {
    pt: 'O contato foi criado, mas nem tudo foi salvo. Tente salvar de novo.',
    en: 'The contact was created, but not everything was saved. Try saving again.',
    es: 'El contacto se creó, pero no se guardó todo. Intenta guardar de nuevo.',
  },

  // A conversation
  startTitle: { pt: 'Conversar com {name}', en: 'Talk to {name}', es: 'Conversar con {name}' },
  start: { pt: 'Iniciar conversa', en: 'Start conversation', es: 'Iniciar conversación' },
  queue: { pt: 'Fila', en: 'Queue', es: 'Cola' },
  chooseQueue: { pt: 'Escolha uma fila', en: 'Choose a queue', es: 'Elige una cola' },
  chooseConnection: { pt: 'Escolha uma conexão', en: 'Choose a connection', es: 'Elige una conexión' },
  notConnected: { pt: '{name} (desconectada)', en: '{name} (not connected)', es: '{name} (desconectada)' },
  noConnection: {
    pt: 'A empresa não tem conexão com o {channel}. Peça a um administrador para criar uma.',
    en: 'The company has no {channel} connection. Ask an administrator to create one.',
    es: 'La empresa no tiene conexión con {channel}. Pide a un administrador que cree una.',
  },
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },

  // Merges
  mergesOf: { pt: 'Contatos unidos a {name}', en: 'Contacts merged into {name}', es: 'Contactos unidos a {name}' },
  noMerges: {
    pt: 'Nenhum outro contato foi unido a este.',
    en: 'No other contact has been merged into this one.',
    es: 'Ningún otro contacto se ha unido a este.',
  },
  mergedOn: { pt: 'Unido em {when}', en: 'Merged on {when}', es: 'Unido el {when}' },
  undoneOn: { pt: 'União desfeita em {when}', en: 'Merge undone on {when}', es: 'Unión deshecha el {when}' },
  undoMerge: { pt: 'Desfazer união', en: 'Undo merge', es: 'Deshacer unión' },
  undoMergeOf: { pt: 'Desfazer união: {name}', en: 'Undo merge: {name}', es: 'Deshacer unión: {name}' },
  tooLate: {
    pt: 'Passaram 30 dias: não dá mais para desfazer.',
    en: '30 days have passed: it can no longer be undone.',
    es: 'Pasaron 30 días: ya no se puede deshacer.',
  },
  mergeUndone: { pt: 'União desfeita', en: 'Merge undone', es: 'Unión deshecha' },
  vouched: {
    pt: 'O canal diz que os dois são a mesma pessoa',
    en: 'The channel says that both are the same person',
    es: 'El canal dice que ambos son la misma persona',
  },
});
export type ContactsText = keyof typeof contactsTexts;
