import { texts } from '../../lib/texts.ts';

export const queueTexts = texts({
  title: { pt: 'Filas', en: 'Queues', es: 'Colas' },
  name: { pt: 'Nome', en: 'Name', es: 'Nombre' },
  order: { pt: 'Ordem', en: 'Order', es: 'Orden' },
  greeting: { pt: 'Saudação', en: 'Greeting', es: 'Saludo' },
  agents: { pt: 'Atendentes', en: 'Agents', es: 'Agentes' },
  noAgents: { pt: 'Ninguém', en: 'Nobody', es: 'Nadie' },
  connections: { pt: 'Conexões', en: 'Connections', es: 'Conexiones' },
  noConnections: { pt: 'Nenhuma', en: 'None', es: 'Ninguna' },
  moreNames: { pt: '{name} e mais {count}', en: '{name} and {count} more', es: '{name} y {count} más' },
  rotation: { pt: 'Rodízio', en: 'Rotation', es: 'Rotación' },
  on: { pt: 'Ligado', en: 'On', es: 'Activada' },
  off: { pt: 'Desligado', en: 'Off', es: 'Desactivada' },
  add: { pt: 'Nova fila', en: 'New queue', es: 'Nueva cola' },
  newQueue: { pt: 'Fila sem nome', en: 'Unnamed queue', es: 'Cola sin nombre' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  removeNamed: { pt: 'Excluir {name}', en: 'Delete {name}', es: 'Eliminar {name}' },
  remove: { pt: 'Excluir', en: 'Delete', es: 'Eliminar' },
  save: { pt: 'Salvar fila', en: 'Save queue', es: 'Guardar cola' },
  saved: { pt: 'Fila salva com sucesso!', en: 'Queue saved.', es: '¡Cola guardada!' },
  removed: { pt: 'Fila excluída com sucesso!', en: 'Queue deleted.', es: '¡Cola eliminada!' },
  removeTitle: { pt: 'Excluir a fila “{name}”?', en: 'Delete the queue “{name}”?', es: '¿Eliminar la cola “{name}”?' },
  removeText: {
    pt: 'As conversas dela ficam sem fila e os atendentes deixam de vê-la. Não dá para desfazer.',
    en: 'Its conversations are left without a queue and agents no longer see it. This cannot be undone.',
    es: 'Sus conversaciones quedan sin cola y los agentes dejan de verla. No se puede deshacer.',
  },

  tabs: { pt: 'Partes da fila', en: 'Queue sections', es: 'Partes de la cola' },
  data: { pt: 'Dados', en: 'Data', es: 'Datos' },
  hours: { pt: 'Horários', en: 'Business hours', es: 'Horarios' },
  options: { pt: 'Opções', en: 'Options', es: 'Opciones' },
  botSaved: { pt: 'Bot salvo com sucesso!', en: 'Bot saved successfully', es: '¡Bot guardado!' },

  color: { pt: 'Cor', en: 'Color', es: 'Color' },
  colorTaken: {
    pt: 'A fila {name} já usa esta cor.',
    en: 'The queue {name} already uses this color.',
    es: 'La cola {name} ya usa este color.',
  },
  orderHint: {
    pt: 'Posição no menu do bot; se vazio, fica por último.',
    en: 'Position in the bot menu; if empty, it comes last.',
    es: 'Posición en el menú del bot; si está vacío, va al final.',
  },
  greetingMessage: { pt: 'Mensagem de saudação', en: 'Greeting message', es: 'Mensaje de saludo' },
  greetingHint: {
    pt: 'Enviada quando o cliente entra nesta fila, antes das opções.',
    en: 'Sent when the customer enters this queue, before the options.',
    es: 'Se envía cuando el cliente entra en esta cola, antes de las opciones.',
  },
  files: { pt: 'Lista de arquivos', en: 'File list', es: 'Lista de archivos' },
  filesHint: {
    pt: 'Enviada ao cliente quando ele entra nesta fila.',
    en: 'Sent to the customer when they enter this queue.',
    es: 'Se envía al cliente cuando entra en esta cola.',
  },
  noFiles: { pt: 'Nenhuma', en: 'None', es: 'Ninguna' },
  flow: { pt: 'Fluxo de conversa', en: 'Conversation flow', es: 'Flujo de conversación' },
  flowHint: {
    pt: 'Começa quando o cliente entra nesta fila, depois da saudação e no lugar das opções. Não começa se a fila resolve a conversa.',
    en: 'Starts when the customer enters this queue, after the greeting and instead of the options. It does not start if the queue resolves the conversation.',
    es: 'Comienza cuando el cliente entra en esta cola, después del saludo y en lugar de las opciones. No comienza si la cola resuelve la conversación.',
  },
  integrationHint: {
    pt: 'Recebe as mensagens de quem entra nesta fila, enquanto a conversa não tem atendente.',
    en: 'Receives the messages of customers who enter this queue, while the conversation has no agent.',
    es: 'Recibe los mensajes de quienes entran en esta cola, mientras la conversación no tiene agente.',
  },
  noFlow: { pt: 'Nenhum', en: 'None', es: 'Ninguno' },
  minutes: {
    pt: '{minutes} {minutes|minuto|minutos}',
    en: '{minutes} {minutes|minute|minutes}',
    es: '{minutes} {minutes|minuto|minutos}',
  },
  outOfHours: {
    pt: 'Mensagem fora do expediente',
    en: 'Out-of-hours message',
    es: 'Mensaje fuera del horario de atención',
  },
  rotationText: {
    pt: 'Distribui as conversas em espera entre os atendentes online.',
    en: 'Assigns waiting conversations to the online agents in rotation.',
    es: 'Asigna las conversaciones en espera a los agentes en línea por rotación.',
  },
  target: {
    pt: 'Meta para a primeira resposta (minutos)',
    en: 'Target for the first response (minutes)',
    es: 'Meta para la primera respuesta (minutos)',
  },
  targetHint: {
    pt: 'Conta no expediente. O painel fica amarelo na metade e vermelho depois da meta. Vazio: sem meta.',
    en: 'Counted in business hours. The panel turns amber at half of it and red past it. Empty: no target.',
    es: 'Cuenta en el horario de atención. El panel queda amarillo en la mitad y rojo después. Vacío: sin meta.',
  },
  rotationLabel: { pt: 'Rodízio automático', en: 'Automatic rotation', es: 'Rotación automática' },
  rotationMinutes: {
    pt: 'Passar ao próximo depois de',
    en: 'Move to the next agent after',
    es: 'Pasar al siguiente después de',
  },
  closeTicket: {
    pt: 'Resolver ao entrar na fila',
    en: 'Resolve when entering the queue',
    es: 'Resolver al entrar en la cola',
  },
  closeTicketText: {
    pt: 'Quando o bot coloca a conversa nesta fila, ela é resolvida depois da saudação.',
    en: 'When the bot puts a conversation into this queue, it is resolved after the greeting.',
    es: 'Cuando el bot pone la conversación en esta cola, se resuelve después del saludo.',
  },

  hoursText: {
    pt: 'Fora destes horários, o cliente que escolhe esta fila recebe a mensagem de fora do expediente.',
    en: 'Outside these hours, customers who choose this queue get the out-of-hours message.',
    es: 'Fuera de estos horarios, el cliente que elige esta cola recibe el mensaje de fuera del horario de atención.',
  },
  hoursOff: {
    pt: 'O expediente está desligado',
    en: 'Business hours are turned off',
    es: 'El horario de atención está desactivado',
  },
  hoursOfCompany: {
    pt: 'O expediente é um só para a empresa',
    en: 'The whole company has the same business hours',
    es: 'El horario de atención es el mismo para toda la empresa',
  },
  hoursOfConnection: {
    pt: 'Cada conexão tem o seu expediente',
    en: 'Each connection has its own business hours',
    es: 'Cada conexión tiene su horario de atención',
  },
  hoursSwitch: {
    pt: 'Para dar um horário a cada fila, escolha “Por fila” em Configurações › Bot e filas › Expediente.',
    en: 'To give each queue its own hours, choose “By queue” under Settings › Bot and queues › Business hours.',
    es: 'Para dar un horario a cada cola, elige “Por cola” en Configuración › Bot y colas › Horario de atención.',
  },
  chooseHours: {
    pt: 'Escolher o tipo de expediente',
    en: 'Choose how business hours work',
    es: 'Elegir el tipo de horario de atención',
  },
  openHours: {
    pt: 'Abrir os horários da empresa',
    en: 'Open the company’s hours',
    es: 'Abrir los horarios de la empresa',
  },

  unconnected: {
    pt: 'As filas ainda não estão em nenhuma conexão: é por ela que os clientes chegam. Escolha-as em Conexões.',
    en: 'The queues are not in any connection yet: customers come in through it. Choose them under Connections.',
    es: 'Las colas aún no están en ninguna conexión: por ella llegan los clientes. Elígelas en Conexiones.',
  },
  unattended: {
    pt: 'Sem atendentes: {names}. Dê a fila a um usuário em Usuários; sem isso, as conversas ficam sem resposta.',
    en: 'No agents: {names}. Give the queue to a user under Users; otherwise its conversations stay unanswered.',
    es: 'Sin agentes: {names}. Asigna la cola a un usuario en Usuarios; si no, las conversaciones quedan sin respuesta.',
  },
  openUsers: { pt: 'Abrir usuários', en: 'Open users', es: 'Abrir usuarios' },
  openConnections: { pt: 'Abrir conexões', en: 'Open connections', es: 'Abrir conexiones' },

  moveNamed: {
    pt: 'Mudar a posição de {name}: arraste ou use as setas',
    en: 'Change the position of {name}: drag or use the arrow keys',
    es: 'Cambiar la posición de {name}: arrastra o usa las flechas',
  },
  movedTo: {
    pt: '{name} agora é a {place}ª de {count}',
    en: '{name} is now number {place} of {count}',
    es: '{name} ahora es la {place}.ª de {count}',
  },

  emptyTitle: { pt: 'Nenhuma fila ainda', en: 'No queues yet', es: 'Aún no hay colas' },
  emptyText: {
    pt: 'Filas separam o atendimento: vendas, suporte, financeiro. Crie as suas e depois escolha-as em uma conexão: com duas ou mais, o bot pergunta ao cliente qual delas quer.',
    en: 'Queues divide the work: sales, support, billing. Create yours and then choose them in a connection: with two or more, the bot asks the customer which one they want.',
    es: 'Las colas separan la atención: ventas, soporte, finanzas. Crea las tuyas y luego elígelas en una conexión: con dos o más, el bot pregunta al cliente cuál quiere.',
  },
});
