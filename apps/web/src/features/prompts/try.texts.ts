import { texts } from '../../lib/texts.ts';

export const tryTexts = texts({
  title: { pt: 'Teste', en: 'Try-out', es: 'Prueba' },
  draft: { pt: 'rascunho', en: 'draft', es: 'borrador' },
  draftHint: {
    pt: 'Usa o que está digitado. Serviço, chave, ações e conhecimento são os salvos.',
    en: 'Uses what is typed. Service, key, actions and knowledge are the saved ones.',
    es: 'Usa lo que está escrito. Servicio, clave, acciones y conocimiento son los guardados.',
  },
  clear: { pt: 'Limpar', en: 'Clear', es: 'Limpiar' },
  saveFirst: {
    pt: 'Salve o prompt para testar.',
    en: 'Save the prompt to try it.',
    es: 'Guarda el prompt para probarlo.',
  },
  start: {
    pt: 'Escreva como um cliente. A IA responde de verdade; nada é enviado a ninguém e o custo é registrado.',
    en: 'Write as a customer would. AI really answers; nothing is sent to anyone and the cost is recorded.',
    es: 'Escribe como un cliente. La IA responde de verdad; no se envía nada a nadie y el costo se registra.',
  },
  messages: { pt: 'Conversa do teste', en: 'Conversation of the try-out', es: 'Conversación de la prueba' },
  message: { pt: 'Escreva como cliente', en: 'Write as a customer', es: 'Escribe como cliente' },
  send: { pt: 'Enviar', en: 'Send', es: 'Enviar' },
  waiting: { pt: 'Esperando a resposta…', en: 'Waiting for the answer…', es: 'Esperando la respuesta…' },
  total: { pt: 'Teste: {cost}', en: 'Try-out: {cost}', es: 'Prueba: {cost}' },
  totalAndMore: {
    pt: 'Teste: {cost} e {count} sem preço',
    en: 'Try-out: {cost} and {count} without a price',
    es: 'Prueba: {cost} y {count} sin precio',
  },
  figures: {
    pt: '{tokens} tokens · {time} · {cost}',
    en: '{tokens} tokens · {time} · {cost}',
    es: '{tokens} tokens · {time} · {cost}',
  },
  seconds: { pt: '{count} s', en: '{count} s', es: '{count} s' },
  noPrice: { pt: 'sem preço conhecido', en: 'no known price', es: 'sin precio conocido' },
  passages: { pt: 'Conhecimento usado: {titles}', en: 'Knowledge used: {titles}', es: 'Conocimiento usado: {titles}' },
  redacted: { pt: 'Oculto da IA: {values}', en: 'Hidden from AI: {values}', es: 'Oculto a la IA: {values}' },
  removedLink: {
    pt: '1 link foi retirado: não está nas instruções nem no conhecimento.',
    en: '1 link was removed: it is neither in the instructions nor in the knowledge.',
    es: 'Se retiró 1 enlace: no está en las instrucciones ni en el conocimiento.',
  },
  removedLinks: {
    pt: '{count} links foram retirados: não estão nas instruções nem no conhecimento.',
    en: '{count} links were removed: they are neither in the instructions nor in the knowledge.',
    es: 'Se retiraron {count} enlaces: no están en las instrucciones ni en el conocimiento.',
  },
  transfer: {
    pt: 'Aqui a conversa iria para a fila {name}',
    en: 'Here the conversation would go to the queue {name}',
    es: 'Aquí la conversación iría a la cola {name}',
  },
  tag: {
    pt: 'Aqui a tag {name} seria adicionada',
    en: 'Here the tag {name} would be added',
    es: 'Aquí se agregaría la etiqueta {name}',
  },
  close: {
    pt: 'Aqui a conversa seria resolvida',
    en: 'Here the conversation would be resolved',
    es: 'Aquí se resolvería la conversación',
  },

  // Kinds of hidden values
  cpf: { pt: '{count} CPF', en: '{count} CPF', es: '{count} CPF' },
  cnpj: { pt: '{count} CNPJ', en: '{count} CNPJ', es: '{count} CNPJ' },
  cartao: {
    pt: '{count} {count|cartão|cartões}',
    en: '{count} {count|card|cards}',
    es: '{count} {count|tarjeta|tarjetas}',
  },
  email: {
    pt: '{count} {count|e-mail|e-mails}',
    en: '{count} {count|email|emails}',
    es: '{count} {count|correo|correos}',
  },
  telefone: {
    pt: '{count} {count|telefone|telefones}',
    en: '{count} {count|phone number|phone numbers}',
    es: '{count} {count|teléfono|teléfonos}',
  },
  pix: {
    pt: '{count} {count|chave|chaves} PIX',
    en: '{count} PIX {count|key|keys}',
    es: '{count} {count|clave|claves} PIX',
  },

  // Why there is no answer
  noKey: {
    pt: 'Falta a chave da API. Digite a chave e salve.',
    en: 'The API key is missing. Type the key and save.',
    es: 'Falta la clave de la API. Escribe la clave y guarda.',
  },
  keyRefused: {
    pt: 'O serviço de IA recusou a chave. Troque a chave da API e salve.',
    en: 'The AI service refused the key. Replace the API key and save.',
    es: 'El servicio de IA rechazó la clave. Cambia la clave de la API y guarda.',
  },
  quotaUsedUp: {
    pt: 'A conta no serviço de IA está sem saldo ou no limite. Veja a conta no site do serviço.',
    en: 'The account at the AI service has no credit or is at its limit. Check the account at the service.',
    es: 'La cuenta en el servicio de IA no tiene saldo o está en el límite. Revisa la cuenta en el sitio del servicio.',
  },
  monthCeiling: {
    pt: 'O teto do mês foi atingido. Em uma conversa, uma pessoa assumiria.',
    en: 'The ceiling of the month is reached. In a conversation, a person would take over.',
    es: 'Se alcanzó el tope del mes. En una conversación, se haría cargo una persona.',
  },
  dayCeiling: {
    pt: 'O teto de chamadas do dia foi atingido. Em uma conversa, uma pessoa assumiria.',
    en: 'The ceiling of calls of the day is reached. In a conversation, a person would take over.',
    es: 'Se alcanzó el tope de llamadas del día. En una conversación, se haría cargo una persona.',
  },
  turnCeiling: {
    pt: 'O teto de respostas da conversa foi atingido.',
    en: 'The ceiling of answers of the conversation is reached.',
    es: 'Se alcanzó el tope de respuestas de la conversación.',
  },
  contactCeiling: {
    pt: 'O teto de chamadas por contato e hora foi atingido.',
    en: 'The ceiling of calls per contact and hour is reached.',
    es: 'Se alcanzó el tope de llamadas por contacto y hora.',
  },
  notInPlan: {
    pt: 'O plano da empresa não inclui IA.',
    en: 'The company’s plan does not include AI.',
    es: 'El plan de la empresa no incluye IA.',
  },
  overdue: {
    pt: 'A assinatura está vencida. A IA volta a responder depois do pagamento.',
    en: 'The subscription has expired. AI answers again after the payment.',
    es: 'La suscripción está vencida. La IA vuelve a responder después del pago.',
  },
  unavailable: {
    pt: 'O serviço de IA não respondeu. Tente de novo; em uma conversa, uma pessoa assumiria.',
    en: 'The AI service did not answer. Try again; in a conversation, a person would take over.',
    es: 'El servicio de IA no respondió. Intenta de nuevo; en una conversación, se haría cargo una persona.',
  },
  refused: {
    pt: 'O serviço de IA recusou o pedido. Confira o modelo e o endereço.',
    en: 'The AI service refused the request. Check the model and the address.',
    es: 'El servicio de IA rechazó el pedido. Revisa el modelo y la dirección.',
  },
  emptyAnswer: {
    pt: 'A IA não escreveu nada. Aumente o máximo de tokens ou mude as instruções.',
    en: 'AI wrote nothing. Raise the maximum of tokens or change the instructions.',
    es: 'La IA no escribió nada. Aumenta el máximo de tokens o cambia las instrucciones.',
  },
});
