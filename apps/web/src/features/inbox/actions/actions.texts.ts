import { texts } from '../../../lib/texts.ts';

export const actionTexts = texts({
  beginsWithTemplate: {
    pt: 'Nesta conexão, a conversa começa com um modelo aprovado.',
    en: 'On this connection, a conversation starts with an approved template.',
    es: 'En esta conexión, la conversación empieza con una plantilla aprobada.',
  },
  chooseTemplate: { pt: 'Escolher modelo', en: 'Choose a template', es: 'Elegir plantilla' },
  accept: { pt: 'Aceitar', en: 'Accept', es: 'Aceptar' },
  acceptTitle: {
    pt: 'Em que fila atender {name}?',
    en: 'In which queue do you want to handle {name}?',
    es: '¿En qué cola atender a {name}?',
  },
  acceptText: {
    pt: 'Esta conversa ainda não tem fila.',
    en: 'This conversation has no queue yet.',
    es: 'Esta conversación aún no tiene cola.',
  },
  acceptMany: {
    pt: 'Aceitar {count} conversas?',
    en: 'Accept {count} conversations?',
    es: '¿Aceptar {count} conversaciones?',
  },
  acceptManyText: {
    pt: 'Conversas ainda sem fila: {count}. Elas entram na fila escolhida.',
    en: 'Conversations without a queue: {count}. They enter the chosen queue.',
    es: 'Conversaciones aún sin cola: {count}. Entran en la cola elegida.',
  },
  acceptManyOwn: {
    pt: 'As conversas passam para você e ficam em “Atendendo”.',
    en: 'The conversations become yours and move to “Open”.',
    es: 'Las conversaciones pasan a ti y quedan en “Atendiendo”.',
  },
  acceptedMany: {
    pt: '{count} conversas aceitas',
    en: '{count} conversations accepted',
    es: '{count} conversaciones aceptadas',
  },
  queue: { pt: 'Fila', en: 'Queue', es: 'Cola' },
  chooseQueue: { pt: 'Selecione uma fila', en: 'Select a queue', es: 'Selecciona una cola' },
  noQueue: { pt: 'Sem fila', en: 'No queue', es: 'Sin cola' },
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },
  cancel: { pt: 'Cancelar', en: 'Cancel', es: 'Cancelar' },

  somebody: { pt: 'Outra pessoa', en: 'Someone else', es: 'Otra persona' },

  givenBack: {
    pt: 'Conversa devolvida à fila',
    en: 'Conversation returned to the queue',
    es: 'Conversación devuelta a la cola',
  },
  ignored: { pt: 'Conversa ignorada', en: 'Conversation ignored', es: 'Conversación ignorada' },
  markedUnread: { pt: 'Marcada como não lida', en: 'Marked as unread', es: 'Marcada como no leída' },
  reopen: { pt: 'Reabrir', en: 'Reopen', es: 'Reabrir' },

  transfer: { pt: 'Transferir', en: 'Transfer', es: 'Transferir' },
  transferTitle: { pt: 'Transferir conversa', en: 'Transfer conversation', es: 'Transferir conversación' },
  transferMany: {
    pt: 'Transferir {count} conversas',
    en: 'Transfer {count} conversations',
    es: 'Transferir {count} conversaciones',
  },
  agent: { pt: 'Atendente (opcional)', en: 'Agent (optional)', es: 'Agente (opcional)' },
  attendantHint: {
    pt: 'Sem atendente, a conversa volta para “Aguardando”.',
    en: 'Without an agent, the conversation goes back to “Waiting”.',
    es: 'Sin agente, la conversación vuelve a “En espera”.',
  },
  attendantHintOthers: {
    pt: 'Pessoas desta fila. Digite um nome para buscar nas outras. Sem atendente, a conversa volta para “Aguardando”.',
    en: 'People of this queue. Type a name to search the others. Without an agent, the conversation goes back to “Waiting”.',
    es: 'Personas de esta cola. Escribe un nombre para buscar en las otras. Sin agente, la conversación vuelve a “En espera”.',
  },
  findAttendant: { pt: 'Buscar atendente', en: 'Find an agent', es: 'Buscar agente' },
  online: { pt: 'online', en: 'online', es: 'en línea' },
  offline: { pt: 'offline', en: 'offline', es: 'sin conexión' },
  paused: { pt: 'em pausa', en: 'paused', es: 'en pausa' },
  note: {
    pt: 'Nota para quem recebe (o cliente não vê)',
    en: 'Note for the next agent (the customer does not see it)',
    es: 'Nota para quien recibe (el cliente no la ve)',
  },
  transferredTo: {
    pt: 'Conversa transferida para {user}, fila {queue}',
    en: 'Conversation transferred to {user}, queue {queue}',
    es: 'Conversación transferida a {user}, cola {queue}',
  },
  transferredToQueue: {
    pt: 'Conversa transferida para a fila {queue}',
    en: 'Conversation transferred to the queue {queue}',
    es: 'Conversación transferida a la cola {queue}',
  },
  transferredMany: {
    pt: '{count} conversas transferidas',
    en: '{count} conversations transferred',
    es: '{count} conversaciones transferidas',
  },

  resolve: { pt: 'Resolver', en: 'Resolve', es: 'Resolver' },
  resolveTitle: {
    pt: 'Resolver a conversa com {name}?',
    en: 'Resolve the conversation with {name}?',
    es: '¿Resolver la conversación con {name}?',
  },
  resolveMany: {
    pt: 'Resolver {count} conversas?',
    en: 'Resolve {count} conversations?',
    es: '¿Resolver {count} conversaciones?',
  },
  resolveText: {
    pt: 'A conversa sai da sua lista. Se o cliente escrever de novo, começa uma nova conversa.',
    en: 'The conversation leaves your list. If the customer writes again, a new one starts.',
    es: 'La conversación sale de tu lista. Si el cliente escribe de nuevo, comienza otra conversación.',
  },
  resolveManyText: {
    pt: 'As conversas saem da lista. Se um cliente escrever de novo, começa uma nova conversa.',
    en: 'The conversations leave the list. If a customer writes again, a new one starts.',
    es: 'Las conversaciones salen de la lista. Si un cliente escribe de nuevo, comienza otra conversación.',
  },
  ownFarewell: {
    pt: 'Mensagem de despedida de {name}',
    en: '{name}’s farewell message',
    es: 'Mensaje de despedida de {name}',
  },
  houseFarewell: {
    pt: 'Mensagem de despedida da conexão {name}',
    en: 'Farewell message of the connection {name}',
    es: 'Mensaje de despedida de la conexión {name}',
  },
  rating: { pt: 'Avaliação', en: 'Rating', es: 'Evaluación' },
  quietly: { pt: 'Resolver sem despedida', en: 'Resolve without a farewell', es: 'Resolver sin despedida' },
  withRating: {
    pt: 'Resolver e pedir avaliação',
    en: 'Resolve and ask for a rating',
    es: 'Resolver y pedir evaluación',
  },
  withFarewell: { pt: 'Resolver e se despedir', en: 'Resolve and say goodbye', es: 'Resolver y despedirse' },
  resolved: { pt: 'Conversa resolvida', en: 'Conversation resolved', es: 'Conversación resuelta' },
  resolvedMany: {
    pt: '{count} conversas resolvidas',
    en: '{count} conversations resolved',
    es: '{count} conversaciones resueltas',
  },
  needsTag: {
    pt: 'Adicione uma tag ao contato antes de resolver',
    en: 'Add a tag to the contact before resolving',
    es: 'Agrega una etiqueta al contacto antes de resolver',
  },
  addTag: { pt: 'Adicionar tag', en: 'Add tag', es: 'Agregar etiqueta' },

  progress: { pt: '{done} de {total}', en: '{done} of {total}', es: '{done} de {total}' },
  someFailed: {
    pt: '{done} de {total} deram certo. Estas não:',
    en: '{done} of {total} succeeded. These did not:',
    es: '{done} de {total} salieron bien. Estas no:',
  },

  takeOver: { pt: 'Assumir conversa', en: 'Take over conversation', es: 'Asumir conversación' },
  takeOverTitle: {
    pt: 'Assumir a conversa com {name}?',
    en: 'Take over the conversation with {name}?',
    es: '¿Asumir la conversación con {name}?',
  },
  takeOverText: {
    pt: '{user} está atendendo agora. A conversa passa para você, e {user} vê isso no histórico.',
    en: '{user} is handling it now. The conversation passes to you, and {user} sees this in the history.',
    es: '{user} está atendiendo ahora. La conversación pasa a ti y {user} lo verá en el historial.',
  },
  takenOver: { pt: 'A conversa agora é sua', en: 'The conversation is yours now', es: 'La conversación ahora es tuya' },

  remove: { pt: 'Excluir conversa', en: 'Delete conversation', es: 'Eliminar conversación' },
  keep: { pt: 'Manter conversa', en: 'Keep conversation', es: 'Conservar conversación' },
  removeTitle: {
    pt: 'Excluir a conversa com “{name}”?',
    en: 'Delete the conversation with “{name}”?',
    es: '¿Eliminar la conversación con “{name}”?',
  },
  removeText: {
    pt: 'Apaga as mensagens e o histórico desta conversa. Não dá para desfazer.',
    en: 'Deletes its messages and its history. This cannot be undone.',
    es: 'Se borran los mensajes y el historial de esta conversación. No se puede deshacer.',
  },
  removed: { pt: 'Conversa excluída', en: 'Conversation deleted', es: 'Conversación eliminada' },

  closeAllTitle: {
    pt: 'Resolver as {count} conversas em “{tab}”?',
    en: 'Resolve the {count} conversations in “{tab}”?',
    es: '¿Resolver las {count} conversaciones en “{tab}”?',
  },
  closeAllQueues: {
    pt: 'Vale para {queues}. Os clientes não recebem despedida.',
    en: 'Applies to {queues}. Customers get no farewell message.',
    es: 'Vale para {queues}. Los clientes no reciben despedida.',
  },
  closeAllEvery: {
    pt: 'Vale para todas as filas e todos os atendentes. Os clientes não recebem despedida.',
    en: 'Applies to all queues and all agents. Customers get no farewell message.',
    es: 'Vale para todas las colas y todos los agentes. Los clientes no reciben despedida.',
  },
  closeAllVerb: {
    pt: 'Resolver {count} conversas',
    en: 'Resolve {count} conversations',
    es: 'Resolver {count} conversaciones',
  },
  closeAllNone: {
    pt: 'Não há conversas em “{tab}”',
    en: 'There are no conversations in “{tab}”',
    es: 'No hay conversaciones en “{tab}”',
  },
  closeAllNoneText: {
    pt: 'Com as filas escolhidas, não há nada para resolver.',
    en: 'There is nothing to resolve in the chosen queues.',
    es: 'Con las colas elegidas no hay nada que resolver.',
  },
  closedAll: { pt: 'Conversas resolvidas', en: 'Conversations resolved', es: 'Conversaciones resueltas' },
  tabOpen: { pt: 'Atendendo', en: 'Open', es: 'Atendiendo' },
  tabPending: { pt: 'Aguardando', en: 'Waiting', es: 'En espera' },
  tabGroup: { pt: 'Grupos', en: 'Groups', es: 'Grupos' },
  countFailed: {
    pt: 'Não deu para contar as conversas',
    en: 'Could not count the conversations',
    es: 'No se pudieron contar las conversaciones',
  },

  tagTitle: { pt: 'Tags de {name}', en: '{name}’s tags', es: 'Etiquetas de {name}' },
  tagMany: {
    pt: 'Adicionar tags a {count} contatos',
    en: 'Add tags to {count} contacts',
    es: 'Agregar etiquetas a {count} contactos',
  },
  tagsToAdd: { pt: 'Tags a adicionar', en: 'Tags to add', es: 'Etiquetas a agregar' },
  tagFirst: { pt: 'Escolha ao menos uma tag', en: 'Choose at least one tag', es: 'Elige al menos una etiqueta' },
  addTags: { pt: 'Adicionar tags', en: 'Add tags', es: 'Agregar etiquetas' },
  tagged: { pt: 'Tags adicionadas', en: 'Tags added', es: 'Etiquetas agregadas' },

  newTitle: { pt: 'Nova conversa', en: 'New conversation', es: 'Nueva conversación' },
  searching: { pt: 'Buscando…', en: 'Searching…', es: 'Buscando…' },
  register: { pt: 'Cadastrar contato', en: 'Add contact', es: 'Registrar contacto' },
  noColleague: { pt: 'Nenhum atendente encontrado', en: 'No agent found', es: 'Ningún agente encontrado' },
  chooseContact: { pt: 'Selecione um contato', en: 'Select a contact', es: 'Selecciona un contacto' },
  connection: { pt: 'Conexão', en: 'Connection', es: 'Conexión' },
  chooseConnection: { pt: 'Selecione uma conexão', en: 'Select a connection', es: 'Selecciona una conexión' },
  notConnected: { pt: '{name} (desconectada)', en: '{name} (disconnected)', es: '{name} (desconectada)' },
  start: { pt: 'Iniciar conversa', en: 'Start conversation', es: 'Iniciar conversación' },
  change: { pt: 'Trocar', en: 'Change', es: 'Cambiar' },
});
