/** The texts of the page that shows where an inquiry stands, one table per language. Values go through `html`, which escapes them. */
import { html } from 'hono/html'
import type { Language } from '../language.ts'
import type { PublicStatus } from '../inquiries/status.ts'
import type { Html } from './html.ts'

const EN = {
  title: 'Where your message stands',
  description: 'Shows the person who sent a message where it stands.',
  link: 'See where your message stands',
  /** For the page without an address of an inquiry. */
  none: 'With the private address that came with your receipt, this page shows where your message stands. If you cannot find the receipt, look for the name of the firm in your spam folder, or call us with your name or your reference.',
  gone: 'No message has this address. Part of the address may be missing, or we no longer have the message.',
  message: (reference: string) => `Message ${reference}`,
  states: {
    received: { word: 'Received', means: 'Your message has arrived and is stored. We have not started on it yet.' },
    in_review: {
      word: 'Being looked at',
      means: 'We are looking at your message.',
    },
    asked: {
      word: 'Waiting for your answer',
      means:
        'We have written to you and asked something. If our e-mail has not reached you, check your spam folder, or call us.',
    },
    answered: {
      word: 'Answered',
      means: 'We have written or spoken to you. If nothing has reached you, check your spam folder, or call us.',
    },
    scheduled: { word: 'Time chosen', means: 'You have chosen a time for a talk with us:' },
    closed: {
      word: 'Closed',
      means:
        'We have closed this inquiry. Unless you have signed an agreement with us, we do not represent you and are doing nothing for you. If you still need a lawyer, see one soon: deadlines may be running.',
    },
  } satisfies Record<PublicStatus, { word: string; means: string }>,
  /** In place of the status of a telephone call, until the person has an answer. */
  call: 'We have noted your call',
  callBack: (day: string) => `We will call you back by ${day}.`,
  days: (received: string, updated: string) => `Received on ${received}. Status since ${updated}.`,
  notice: (telephone: Html) =>
    html`This page is not legal advice, and it does not stop any deadline. If time is short, call ${telephone}.`,
  answer: {
    label: 'Your answer',
    send: 'Send the answer',
    arrived: (day: string) =>
      `Your answer of ${day} has arrived and is stored. This page does not show it. If you left something out, you can send more.`,
    noneLeft: 'You have answered ten times, and this page takes no more. If there is something else, call us.',
    missing: 'Your answer is missing.',
    wrong: 'Your answer may have up to 5,000 characters of plain text.',
    notAsked: (number: string) =>
      `This page takes no answer now: we have not asked you anything, or have gone on since. Your text is still below. If it is important, call us: ${number}.`,
  },
  talk: {
    choose: 'Choose a time for a talk with us',
    another: 'Choose another time',
    send: 'Choose this time',
    none: 'No time is free just now. Look again later, or call us.',
    late: 'It is too late to change the time here. If you cannot come, call us.',
    cancel: 'Cancel the talk',
    missing: 'Choose one of the times first.',
    taken:
      'This time cannot be chosen: someone else has it, or it is too near. Nothing was changed. Choose one that is left.',
    notOffered: 'No time can be chosen here now. If you want to talk with us, call us.',
  },
  keep: 'Keep the address of this page to yourself: anyone who has it sees what you see here.',
}

const ES: typeof EN = {
  title: '¿Cómo va su mensaje?',
  description: 'Muestra el estado de un mensaje a quien lo envió.',
  link: 'Vea cómo va su mensaje',
  none: 'Con la dirección privada que recibió con su confirmación, esta página muestra cómo va su mensaje. Si no encuentra la confirmación, busque el nombre del bufete en la carpeta de correo no deseado, o llámenos con su nombre o su número de referencia.',
  gone: 'Ningún mensaje tiene esta dirección. Puede que falte una parte, o que ya no guardemos el mensaje.',
  message: (reference) => `Mensaje ${reference}`,
  states: {
    received: { word: 'Recibido', means: 'Su mensaje llegó y está guardado. Todavía no hemos empezado a revisarlo.' },
    in_review: {
      word: 'En revisión',
      means: 'Estamos revisando su mensaje.',
    },
    asked: {
      word: 'Esperamos su respuesta',
      means:
        'Le escribimos para preguntarle algo. Si nuestro correo no le ha llegado, revise la carpeta de correo no deseado o llámenos.',
    },
    answered: {
      word: 'Respondido',
      means:
        'Le hemos escrito o hemos hablado con usted. Si no le ha llegado nada, revise la carpeta de correo no deseado o llámenos.',
    },
    scheduled: { word: 'Hora elegida', means: 'Usted eligió una hora para hablar con nosotros:' },
    closed: {
      word: 'Cerrado',
      means:
        'Hemos cerrado su solicitud. Si usted no ha firmado un acuerdo con nosotros, no le representamos y no estamos haciendo nada por usted. Si todavía necesita un abogado, consulte a uno pronto: puede haber plazos en curso.',
    },
  },
  call: 'Anotamos su llamada',
  callBack: (day) => `Le devolveremos la llamada a más tardar el ${day}.`,
  days: (received, updated) => `Recibido el ${received}. En este estado desde el ${updated}.`,
  notice: (telephone) =>
    html`Esta página no es asesoría legal y no detiene ningún plazo. Si el tiempo apremia, llame al ${telephone}.`,
  answer: {
    label: 'Su respuesta',
    send: 'Enviar la respuesta',
    arrived: (day) =>
      `Su respuesta del ${day} llegó y está guardada. Esta página no la muestra. Si olvidó algo, puede enviar más.`,
    noneLeft: 'Ya respondió diez veces, y esta página no acepta más respuestas. Si hay algo más, llámenos.',
    missing: 'Falta su respuesta.',
    wrong: 'Su respuesta puede tener hasta 5,000 caracteres, solo de texto.',
    notAsked: (number) =>
      `Esta página no acepta respuestas ahora: no le hemos preguntado nada, o ya seguimos adelante. Su texto sigue abajo. Si es importante, llámenos al ${number}.`,
  },
  talk: {
    choose: 'Elija una hora para hablar con nosotros',
    another: 'Elegir otra hora',
    send: 'Elegir esta hora',
    none: 'En este momento no hay horas libres. Vuelva a mirar más tarde o llámenos.',
    late: 'Ya no se puede cambiar la hora aquí. Si no puede acudir, llámenos.',
    cancel: 'Cancelar la cita',
    missing: 'Primero elija una de las horas.',
    taken:
      'Esta hora no se puede elegir: otra persona la tiene o ya está muy cerca. No se cambió nada. Elija una de las que quedan.',
    notOffered: 'Ahora no se puede elegir una hora aquí. Si quiere hablar con nosotros, llámenos.',
  },
  keep: 'No comparta la dirección de esta página: quien la tenga ve lo mismo que usted.',
}

export const STATUS_WORDS: Readonly<Record<Language, typeof EN>> = { en: EN, es: ES }
