import { texts } from '../../../lib/texts.ts';

/** Every problem of a flow. `{value}` is what it names. */
export const problemTexts = texts({
  tooManyNodes: {
    pt: 'Há blocos demais (até {value}).',
    en: 'Too many blocks (up to {value}).',
    es: 'Hay demasiados bloques (hasta {value}).',
  },
  tooManyEdges: {
    pt: 'Há ligações demais (até {value}).',
    en: 'Too many connections (up to {value}).',
    es: 'Hay demasiadas conexiones (hasta {value}).',
  },
  tooLarge: { pt: 'O fluxo está grande demais.', en: 'The flow is too large.', es: 'El flujo es demasiado grande.' },
  unknownType: { pt: 'Tipo de bloco desconhecido.', en: 'Unknown type of block.', es: 'Tipo de bloque desconocido.' },
  invalidData: {
    pt: 'Os dados deste bloco não servem.',
    en: 'The data of this block is not valid.',
    es: 'Los datos de este bloque no sirven.',
  },
  duplicateId: {
    pt: 'Dois blocos têm o mesmo código.',
    en: 'Two blocks have the same code.',
    es: 'Dos bloques tienen el mismo código.',
  },
  noStart: { pt: 'Falta o início.', en: 'The start is missing.', es: 'Falta el inicio.' },
  severalStarts: {
    pt: 'Só pode haver um início.',
    en: 'There can be only one start.',
    es: 'Solo puede haber un inicio.',
  },
  required: { pt: 'Falta preencher um campo.', en: 'A field is empty.', es: 'Falta completar un campo.' },
  edgeToNothing: {
    pt: 'A ligação não chega a um bloco.',
    en: 'The connection leads nowhere.',
    es: 'La conexión no llega a un bloque.',
  },
  edgeFromNothing: {
    pt: 'A ligação não sai de um bloco.',
    en: 'The connection starts nowhere.',
    es: 'La conexión no sale de un bloque.',
  },
  edgeIntoStart: {
    pt: 'Nada pode levar ao início.',
    en: 'Nothing can lead to the start.',
    es: 'Nada puede llevar al inicio.',
  },
  unknownPort: {
    pt: 'A ligação sai de uma saída que não existe.',
    en: 'The connection leaves an exit that does not exist.',
    es: 'La conexión sale de una salida que no existe.',
  },
  severalEdges: {
    pt: 'Uma saída tem duas ligações.',
    en: 'An exit has two connections.',
    es: 'Una salida tiene dos conexiones.',
  },
  cycleWithoutPause: {
    pt: 'Roda em círculo sem esperar o cliente.',
    en: 'Runs in a circle without waiting for the customer.',
    es: 'Gira en círculo sin esperar al cliente.',
  },
  unknownQueue: { pt: 'A fila não existe mais.', en: 'The queue no longer exists.', es: 'La cola ya no existe.' },
  unknownUser: { pt: 'O atendente não existe mais.', en: 'The agent no longer exists.', es: 'El agente ya no existe.' },
  unknownTag: { pt: 'A tag não existe mais.', en: 'The tag no longer exists.', es: 'La etiqueta ya no existe.' },
  unknownLane: { pt: 'A coluna não existe mais.', en: 'The column no longer exists.', es: 'La columna ya no existe.' },
  unknownFile: { pt: 'O arquivo não existe mais.', en: 'The file no longer exists.', es: 'El archivo ya no existe.' },
  unknownFileList: {
    pt: 'A lista de arquivos não existe mais.',
    en: 'The file list no longer exists.',
    es: 'La lista de archivos ya no existe.',
  },
  unknownTemplate: {
    pt: 'O modelo não existe mais.',
    en: 'The template no longer exists.',
    es: 'La plantilla ya no existe.',
  },
  unknownFlow: {
    pt: 'O outro fluxo não está ativo e publicado.',
    en: 'The other flow is not active and published.',
    es: 'El otro flujo no está activo y publicado.',
  },
  unknownPrompt: { pt: 'O prompt não existe mais.', en: 'The prompt no longer exists.', es: 'El prompt ya no existe.' },
  unknownIntegration: {
    pt: 'A integração não existe mais.',
    en: 'The integration no longer exists.',
    es: 'La integración ya no existe.',
  },
  unusableUrl: {
    pt: 'O endereço não pode ser usado.',
    en: 'The address cannot be used.',
    es: 'La dirección no se puede usar.',
  },
  wrongIntegration: {
    pt: 'A integração é de outro tipo.',
    en: 'The integration is of another type.',
    es: 'La integración es de otro tipo.',
  },
  unusableHeader: {
    pt: 'O cabeçalho {value} não pode ser usado.',
    en: 'The header {value} cannot be used.',
    es: 'La cabecera {value} no se puede usar.',
  },
  unusableJson: {
    pt: 'O corpo não é um JSON válido.',
    en: 'The body is not valid JSON.',
    es: 'El cuerpo no es un JSON válido.',
  },
  unusablePointer: {
    pt: 'O caminho {value} não é um ponteiro JSON, como /dados/0/nome.',
    en: 'The path {value} is not a JSON pointer such as /data/0/name.',
    es: 'La ruta {value} no es un puntero JSON, como /datos/0/nombre.',
  },
  unconnectedPort: {
    pt: 'A saída “{value}” não leva a lugar nenhum.',
    en: 'The exit “{value}” leads nowhere.',
    es: 'La salida “{value}” no lleva a ninguna parte.',
  },
  unreachable: { pt: 'Nada leva até este bloco.', en: 'Nothing leads to this block.', es: 'Nada lleva a este bloque.' },
  unsetVariable: {
    pt: 'A variável {value} nunca recebe um valor.',
    en: 'The variable {value} never gets a value.',
    es: 'La variable {value} nunca recibe un valor.',
  },
  waitBeyondWindow: {
    pt: 'A espera passa da janela de resposta de {value}.',
    en: 'The wait is longer than the reply window of {value}.',
    es: 'La espera supera la ventana de respuesta de {value}.',
  },
  channelCannotShow: {
    pt: 'O canal {value} não mostra este conteúdo; o cliente recebe a legenda.',
    en: 'The channel {value} cannot show this; the customer gets the caption.',
    es: 'El canal {value} no muestra este contenido; el cliente recibe la leyenda.',
  },
  exitNotShown: {
    pt: 'Nenhuma pergunta mostra como falar com uma pessoa.',
    en: 'No question shows how to reach a person.',
    es: 'Ninguna pregunta muestra cómo hablar con una persona.',
  },
  questionAfterQueue: {
    pt: 'Pergunta depois de a conversa já estar na fila.',
    en: 'Asks after the conversation is already in a queue.',
    es: 'Pregunta cuando la conversación ya está en la cola.',
  },
});
