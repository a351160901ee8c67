/* Whether this processor has the instructions that the modules in v3 are compiled with (V3 in setup.py).
 * This file is compiled without them, and is so small that asking costs nothing. */
#include <Python.h>

static PyObject *
has_v3(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(none))
{
    __builtin_cpu_init();
    return PyBool_FromLong(__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi")
                           && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2"));
}

static PyMethodDef functions[] = {
    {"has_v3", has_v3, METH_NOARGS, "has_v3()\n--\n\nWhether the processor has POPCNT, BMI, BMI2 and AVX2."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_cpu", .m_size = 0, .m_methods = functions, .m_slots = slots};

PyMODINIT_FUNC
PyInit__cpu(void)
{
    return PyModuleDef_Init(&definition);
}
