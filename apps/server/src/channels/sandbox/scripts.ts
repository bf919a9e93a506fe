/** Prepared scripts of simulated customers. The customers write Portuguese. */
import type { Language } from '@balcao/contract';
import type { SandboxAction } from '@balcao/contract/endpoints/sandbox';

type WithoutCustomer<T> = T extends { customerId: string } ? Omit<T, 'customerId'> : never;
export type ScriptStep =
  | { afterMs: number; act: WithoutCustomer<SandboxAction> }
  /** Waits for any message of the company, or for a charge. */
  | { until: 'answer' | 'charge' };
interface Script {
  icon: 'bolt' | 'alert' | 'pix' | 'star' | 'audio' | 'people';
  name: Record<Language, string>;
  about: Record<Language, string>;
  steps: ScriptStep[];
}

const textStep = (text: string, afterMs = 1500): ScriptStep => ({ afterMs, act: { act: 'say', text } });
const reads: ScriptStep = { afterMs: 800, act: { act: 'read' } };
const types: ScriptStep = { afterMs: 700, act: { act: 'type' } };

export const scripts: Record<string, Script> = {
  quote: {
    icon: 'bolt',
    name: { pt: 'Pede orçamento', en: 'Asks for a quote', es: 'Pide presupuesto' },
    about: {
      pt: '5 mensagens com foto da receita',
      en: '5 messages with a photo of the prescription',
      es: '5 mensajes con foto de la receta',
    },
    steps: [
      textStep('Oi, bom dia!', 0),
      types,
      textStep('Queria um orçamento de óculos de grau'),
      { afterMs: 2500, act: { act: 'send', type: 'image', caption: 'Essa é a minha receita' } },
      textStep('A armação pode ser simples'),
      textStep('Quanto fica, mais ou menos?'),
    ],
  },
  late: {
    icon: 'alert',
    name: { pt: 'Reclama de atraso', en: 'Complains about a delay', es: 'Reclama por un atraso' },
    about: { pt: 'tom irritado, cobra prazo', en: 'angry, wants a date', es: 'tono molesto, exige una fecha' },
    steps: [
      textStep('Boa tarde. Meus óculos eram para ontem', 0),
      textStep('Já liguei duas vezes e ninguém atende!!', 1200),
      { until: 'answer' },
      reads,
      textStep('Tá, mas quando chega? Preciso de uma data'),
      { until: 'answer' },
      reads,
      textStep('Ok. Vou esperar até amanhã'),
    ],
  },
  pix: {
    icon: 'pix',
    name: { pt: 'Quer pagar no PIX', en: 'Wants to pay by PIX', es: 'Quiere pagar con PIX' },
    about: {
      pt: 'espera a cobrança e confirma',
      en: 'waits for the charge and confirms',
      es: 'espera el cobro y confirma',
    },
    steps: [
      textStep('Posso pagar no PIX?', 0),
      { until: 'charge' },
      reads,
      textStep('Recebi, vou pagar agora', 2000),
      { afterMs: 4000, act: { act: 'send', type: 'document', caption: 'Comprovante' } },
      textStep('Pronto, pago! Obrigada'),
    ],
  },
  rating: {
    icon: 'star',
    name: { pt: 'Dá nota no fim', en: 'Rates at the end', es: 'Califica al final' },
    about: { pt: 'responde à avaliação', en: 'answers the rating request', es: 'responde a la evaluación' },
    steps: [textStep('Era só isso, muito obrigada!', 0), { until: 'answer' }, reads, textStep('10', 2500)],
  },
  voice: {
    icon: 'audio',
    name: { pt: 'Só manda áudio', en: 'Voice messages only', es: 'Solo manda audios' },
    about: { pt: '3 áudios e uma figurinha', en: '3 voice messages and a sticker', es: '3 audios y un sticker' },
    steps: [
      { afterMs: 0, act: { act: 'send', type: 'voice' } },
      { afterMs: 3000, act: { act: 'send', type: 'voice' } },
      { until: 'answer' },
      reads,
      { afterMs: 2500, act: { act: 'send', type: 'voice' } },
      { afterMs: 1000, act: { act: 'send', type: 'sticker' } },
    ],
  },
  everything: {
    icon: 'people',
    name: { pt: 'Um de cada', en: 'One of each', es: 'Uno de cada' },
    about: {
      pt: 'todos os tipos de mensagem, um após o outro',
      en: 'every kind of message, one after the other',
      es: 'todos los tipos de mensaje, uno tras otro',
    },
    steps: [
      {
        afterMs: 0,
        act: {
          act: 'ad',
          text: 'Vi o anúncio de vocês',
          title: 'Armação tartaruga',
          body: 'Só esta semana',
          url: 'https://example.com/tartaruga',
        },
      },
      { afterMs: 600, act: { act: 'send', type: 'image', caption: 'Foto' } },
      { afterMs: 600, act: { act: 'send', type: 'video', caption: 'Vídeo' } },
      { afterMs: 600, act: { act: 'send', type: 'document' } },
      { afterMs: 600, act: { act: 'send', type: 'voice' } },
      { afterMs: 600, act: { act: 'send', type: 'sticker' } },
      { afterMs: 600, act: { act: 'send', type: 'image', isViewOnce: true } },
      { afterMs: 600, act: { act: 'location', latitude: -23.5614, longitude: -46.6559, name: 'Avenida Paulista' } },
      { afterMs: 600, act: { act: 'contacts', contacts: [{ name: 'Marta', numbers: ['5511990000120'] }] } },
      { afterMs: 600, act: { act: 'poll', question: 'Qual cor?', options: ['Preta', 'Azul', 'Tartaruga'] } },
      {
        afterMs: 600,
        act: { act: 'event', title: 'Retirada dos óculos', startsAt: '2030-03-04T13:00:00Z', place: 'Loja' },
      },
      { afterMs: 600, act: { act: 'call' } },
      { afterMs: 600, act: { act: 'strange', what: 'hologram' } },
    ],
  },
};

/** Descriptions of the default customers. */
export const customerDescriptions: Record<string, Record<Language, string>> = {
  helena: { pt: 'Cliente nova, com pressa', en: 'New customer, in a hurry', es: 'Clienta nueva, con prisa' },
  joao: { pt: 'Reclama da garantia', en: 'Complains about the warranty', es: 'Reclama la garantía' },
  zilda: { pt: 'Só manda áudio', en: 'Sends only voice messages', es: 'Solo manda audios' },
  caio: {
    pt: 'Sem número, só nome de usuário',
    en: 'No number, only a username',
    es: 'Sin número, solo nombre de usuario',
  },
  flores: { pt: 'Grupo com três vizinhos', en: 'A group of three neighbors', es: 'Grupo de tres vecinos' },
};
