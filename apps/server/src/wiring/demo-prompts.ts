import type { Actor } from '@balcao/domain/policy/actor';
import type { Server } from './server.ts';

const knowledge = [
  { title: 'Horário', text: 'Abrimos de segunda a sexta, das 9h às 19h, e aos sábados, das 9h às 14h.' },
  { title: 'Preços da vitrine', text: 'A armação tartaruga custa R$ 289 à vista. À vista há 10 % de desconto.' },
  { title: 'Garantia', text: 'As armações têm um ano de garantia. É só trazer os óculos e a nota.' },
];

/** A prompt of the simulated model, which answers without a key from what it knows. No conversation uses it. */
export async function createDemoPrompt({ modules: { ai } }: Server, admin: Actor, queueId: number): Promise<void> {
  const { id } = await ai.prompts.create(admin, {
    name: 'Tira-dúvidas de vendas',
    prompt:
      'Você atende a Ótica Boa Vista. Responda em até três frases, com gentileza e sem prometer prazo. Fale de preços da vitrine, horário e garantia. Se o cliente pedir uma pessoa, transfira.',
    provider: 'sandbox',
    model: '',
    baseUrl: '',
    voice: 'texto',
    voiceRegion: '',
    maxTokens: 150,
    temperature: 0.6,
    maxMessages: 10,
    queueId,
    transferQueueIds: [],
    tagIds: [],
    canClose: false,
    hidesPersonalData: true,
    apiKey: '',
    voiceKey: '',
  });
  for (const entry of knowledge) await ai.knowledge.add(admin, id, entry);
}
