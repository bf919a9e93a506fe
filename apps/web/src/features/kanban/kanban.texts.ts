import { texts } from '../../lib/texts.ts';

export const kanbanTexts = texts({
  title: { pt: 'Kanban', en: 'Kanban', es: 'Kanban' },
  from: { pt: 'Data inicial', en: 'Start date', es: 'Fecha inicial' },
  to: { pt: 'Data final', en: 'End date', es: 'Fecha final' },
  until: { pt: 'até', en: 'to', es: 'hasta' },
  search: { pt: 'Buscar', en: 'Search', es: 'Buscar' },
  addLanes: { pt: 'Adicionar colunas', en: 'Add columns', es: 'Agregar columnas' },
  datesCrossed: {
    pt: 'A data final vem antes da inicial.',
    en: 'The end date is before the start date.',
    es: 'La fecha final es anterior a la inicial.',
  },

  withoutLane: { pt: 'Sem coluna', en: 'No column', es: 'Sin columna' },
  lane: { pt: 'Coluna', en: 'Column', es: 'Columna' },
  laneLabel: {
    pt: '{name}, {count} conversas',
    en: '{name}, {count} conversations',
    es: '{name}, {count} conversaciones',
  },
  laneMenu: { pt: 'Opções da coluna {name}', en: 'Options for the column {name}', es: 'Opciones de la columna {name}' },
  editLane: { pt: 'Editar coluna', en: 'Edit column', es: 'Editar columna' },
  laneLeft: { pt: 'Mover para a esquerda', en: 'Move left', es: 'Mover a la izquierda' },
  laneRight: { pt: 'Mover para a direita', en: 'Move right', es: 'Mover a la derecha' },
  manageLanes: { pt: 'Ver todas as colunas', en: 'See all columns', es: 'Ver todas las columnas' },
  laneMoved: {
    pt: '{name} agora é a coluna {position} de {count}.',
    en: '{name} is now column {position} of {count}.',
    es: '{name} ahora es la columna {position} de {count}.',
  },
  previousLane: { pt: 'Coluna anterior', en: 'Previous column', es: 'Columna anterior' },
  nextLane: { pt: 'Próxima coluna', en: 'Next column', es: 'Columna siguiente' },
  laneEmpty: { pt: 'Solte uma conversa aqui', en: 'Drop a conversation here', es: 'Suelta una conversación aquí' },
  noneEmpty: {
    pt: 'Nenhuma conversa sem coluna',
    en: 'No conversations without a column',
    es: 'Ninguna conversación sin columna',
  },
  noLanesTitle: { pt: 'Nenhuma coluna ainda', en: 'No columns yet', es: 'Aún no hay columnas' },
  noLanesText: {
    pt: 'As colunas mostram em que ponto está cada conversa: orçamento, negociação, pago.',
    en: 'Columns show how far along each conversation is: quote, negotiation, paid.',
    es: 'Las columnas muestran en qué punto está cada conversación: presupuesto, negociación, pagado.',
  },
  failed: { pt: 'O quadro não carregou', en: 'The board did not load', es: 'El tablero no cargó' },
  loading: { pt: 'Carregando o quadro', en: 'Loading the board', es: 'Cargando el tablero' },

  open: {
    pt: 'Abrir a conversa com {name}',
    en: 'Open the conversation with {name}',
    es: 'Abrir la conversación con {name}',
  },
  unreadOne: { pt: '1 não lida', en: '1 unread', es: '1 no leída' },
  unread: { pt: '{n} não lidas', en: '{n} unread', es: '{n} no leídas' },
  attendant: { pt: 'Com {name}', en: 'With {name}', es: 'Con {name}' },
  moreTags: { pt: 'e também {names}', en: 'and also {names}', es: 'y también {names}' },
  moveCard: { pt: 'Mover {name}', en: 'Move {name}', es: 'Mover {name}' },
  moveTo: { pt: 'Mover para', en: 'Move to', es: 'Mover a' },
  tagRemoved: {
    pt: 'Ticket Tag Removido!',
    en: 'Tag removed from the conversation.',
    es: '¡Etiqueta quitada de la conversación!',
  },
  tagAdded: {
    pt: 'Ticket Tag Adicionado com Sucesso!',
    en: 'Tag added to the conversation.',
    es: '¡Etiqueta agregada a la conversación!',
  },

  undo: { pt: 'Desfazer', en: 'Undo', es: 'Deshacer' },
  undone: {
    pt: 'A conversa voltou para {lane}.',
    en: 'The conversation is back in {lane}.',
    es: 'La conversación volvió a {lane}.',
  },

  draggable: { pt: 'cartão arrastável', en: 'draggable card', es: 'tarjeta arrastrable' },
  howToDrag: {
    pt: 'Para mover o cartão, aperte Espaço, escolha a coluna com as setas para os lados e aperte Espaço de novo. Esc cancela. Enter abre a conversa.',
    en: 'To move the card, press Space, choose the column with the left and right arrows and press Space again. Esc cancels. Enter opens the conversation.',
    es: 'Para mover la tarjeta, pulsa Espacio, elige la columna con las flechas laterales y pulsa Espacio de nuevo. Esc cancela. Enter abre la conversación.',
  },
  picked: {
    pt: 'Cartão de {name} levantado. Está em {lane}.',
    en: '{name}’s card picked up. It is in {lane}.',
    es: 'Tarjeta de {name} levantada. Está en {lane}.',
  },
  over: {
    pt: 'Cartão de {name} sobre {lane}.',
    en: '{name}’s card over {lane}.',
    es: 'Tarjeta de {name} sobre {lane}.',
  },
  nowhere: {
    pt: 'Cartão de {name} fora das colunas.',
    en: '{name}’s card outside the columns.',
    es: 'Tarjeta de {name} fuera de las columnas.',
  },
  dropped: {
    pt: 'Cartão de {name} solto em {lane}.',
    en: '{name}’s card dropped in {lane}.',
    es: 'Tarjeta de {name} soltada en {lane}.',
  },
  cancelled: {
    pt: 'Cartão de {name} de volta em {lane}.',
    en: '{name}’s card is back in {lane}.',
    es: 'Tarjeta de {name} de vuelta en {lane}.',
  },

  conversation: { pt: 'Conversa', en: 'Conversation', es: 'Conversación' },
  openInInbox: { pt: 'Abrir em Conversas', en: 'Open in Conversations', es: 'Abrir en Conversaciones' },
  close: { pt: 'Fechar a conversa', en: 'Close the conversation', es: 'Cerrar la conversación' },
});
