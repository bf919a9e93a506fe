import { texts } from '../../../lib/texts.ts';

export const callTexts = texts({
  title: { pt: 'Resposta de exemplo', en: 'Sample answer', es: 'Respuesta de ejemplo' },
  reply: { pt: 'O serviço responde', en: 'The service replies', es: 'El servicio responde' },
  spoken: {
    pt: 'O que o cliente falou no áudio',
    en: 'What the customer says in the audio',
    es: 'Lo que dice el cliente en el audio',
  },
  sample: { pt: 'Olá! Como posso ajudar?', en: 'Hello! How can I help?', es: '¡Hola! ¿En qué puedo ayudar?' },
  afterwards: { pt: 'Depois', en: 'Afterwards', es: 'Después' },
  goesOn: { pt: 'espera o cliente', en: 'waits for the customer', es: 'espera al cliente' },
  ends: { pt: 'termina', en: 'ends', es: 'termina' },
  transfers: { pt: 'transfere para {name}', en: 'transfers to {name}', es: 'transfiere a {name}' },
  answer: { pt: 'Responder', en: 'Answer', es: 'Responder' },
  always: { pt: 'Responder sempre assim', en: 'Always answer like this', es: 'Responder siempre así' },
  callNow: { pt: 'Chamar de verdade', en: 'Call for real', es: 'Llamar de verdad' },
  callHint: {
    pt: 'O serviço recebe o pedido agora. O que custar fica registrado.',
    en: 'The service gets the request now. What it costs is recorded.',
    es: 'El servicio recibe la solicitud ahora. Lo que cueste queda registrado.',
  },
  fails: { pt: 'O serviço falha', en: 'The service fails', es: 'El servicio falla' },
});
