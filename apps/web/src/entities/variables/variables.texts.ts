import { texts } from '../../lib/texts.ts';

/** Each message variable by its name, as the chips show it. */
export const variableTexts = texts({
  firstName: { pt: 'primeiro nome', en: 'first name', es: 'nombre de pila' },
  name: { pt: 'nome do contato', en: 'contact’s name', es: 'nombre del contacto' },
  userName: { pt: 'nome do atendente', en: 'agent’s name', es: 'nombre del agente' },
  ms: { pt: 'saudação da hora', en: 'greeting of the hour', es: 'saludo de la hora' },
  protocol: { pt: 'protocolo', en: 'protocol', es: 'protocolo' },
  date: { pt: 'data de hoje', en: 'today’s date', es: 'fecha de hoy' },
  hour: { pt: 'hora atual', en: 'current time', es: 'hora actual' },
  ticket_id: { pt: 'número da conversa', en: 'conversation number', es: 'número de la conversación' },
  queue: { pt: 'fila', en: 'queue', es: 'cola' },
  connection: { pt: 'conexão', en: 'connection', es: 'conexión' },
  position: { pt: 'posição na fila', en: 'queue position', es: 'posición en la cola' },

  insert: { pt: 'Inserir', en: 'Insert', es: 'Insertar' },
  insertNamed: { pt: 'Inserir {variable}', en: 'Insert {variable}', es: 'Insertar {variable}' },
  variablesOf: { pt: 'Variáveis: {field}', en: 'Variables: {field}', es: 'Variables: {field}' },
  more: { pt: 'Mais', en: 'More', es: 'Más' },
  moreNamed: { pt: 'Mais variáveis: {field}', en: 'More variables: {field}', es: 'Más variables: {field}' },
  preview: { pt: 'Como chega ao cliente', en: 'As the customer receives it', es: 'Como llega al cliente' },
  exampleContact: { pt: 'Helena Prado', en: 'Helena Prado', es: 'Helena Prado' },
  exampleQueue: { pt: 'Balcão de vendas', en: 'Sales desk', es: 'Mostrador de ventas' },
  exampleConnection: { pt: 'Matriz', en: 'Head office', es: 'Central' },
});
