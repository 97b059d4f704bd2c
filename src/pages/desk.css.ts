/** Functions need the desk's stylesheet at a fixed address. */
import type { APIRoute } from 'astro'
import desk from '../styles/desk.css?inline'
import inquiry from '../styles/desk-inquiry.css?inline'
import forms from '../styles/forms.css?inline'
import site from '../styles/site.css?inline'

const styles = [site, forms, desk, inquiry].join('\n')

export const GET: APIRoute = () => new Response(styles, { headers: { 'Content-Type': 'text/css; charset=utf-8' } })
