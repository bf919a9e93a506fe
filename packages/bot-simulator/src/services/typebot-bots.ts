import { textOf, type Fields } from '../service.ts';

export type Bubble = ['text' | 'image' | 'video' | 'audio', string];
/** A kind of input, or the choices. */
export type Question = 'text' | 'email' | string[];
export interface BotState {
  variables: Fields;
  step: string;
}
interface Turn {
  bubbles: Bubble[];
  /** Without one the bot ends. */
  question?: Question;
}
type Typebot = (state: BotState, message: string | undefined) => Turn;

const INVALID: Bubble = ['text', 'Invalid message. Please, try again.'];
const topics = ['Vendas', 'Suporte', 'Sair'];

/** A menu: Vendas transfers to the queue of the variable `queueId`, Suporte takes a note, Sair stops the bot. */
const service: Typebot = (state, message) => {
  if (message === undefined) {
    state.step = 'menu';
    const name = textOf(state.variables['pushName']) || 'visitante';
    return { bubbles: [['text', `Olá, **${name}**!\nEscolha um assunto.`]], question: topics };
  }
  if (state.step === 'note') {
    state.step = 'end';
    return { bubbles: [['text', `Anotado: ${message}`]] };
  }
  switch (message) {
    case 'Vendas':
      return { bubbles: [['text', `#{"queueId":${Number(state.variables['queueId'] ?? 1)}}`]] };
    case 'Suporte':
      state.step = 'note';
      return {
        bubbles: [['text', 'Descreva o problema. Veja a [ajuda](https://ajuda.example.com/faq).']],
        question: 'text',
      };
    case 'Sair':
      return { bubbles: [['text', '#{"stopBot":true}']] };
    default:
      return { bubbles: [INVALID], question: topics };
  }
};

/** A registration: name, e-mail, then a picture, a video and an audio. */
const registration: Typebot = (state, message) => {
  if (message === undefined) {
    state.step = 'name';
    return { bubbles: [['text', 'Qual é o seu nome?']], question: 'text' };
  }
  if (state.step === 'name') {
    state.step = 'email';
    state.variables['nome'] = message;
    return { bubbles: [['text', `E o seu e-mail, ${message}?`]], question: 'email' };
  }
  if (!/^\S+@\S+\.\S+$/.test(message)) return { bubbles: [INVALID], question: 'email' };
  return {
    bubbles: [
      ['image', 'cartao.png'],
      ['video', 'boas-vindas.mp4'],
      ['audio', 'mensagem.ogg'],
      ['text', `Pronto, ${textOf(state.variables['nome'])}.`],
    ],
  };
};

/** Says one thing and ends. */
const announcement: Typebot = () => ({ bubbles: [['text', 'Recebemos a sua mensagem.']] });

export const typebots: Record<string, Typebot> = {
  atendimento: service,
  cadastro: registration,
  aviso: announcement,
};
