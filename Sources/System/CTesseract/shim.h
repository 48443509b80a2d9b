#pragma once
#include <stdbool.h>
#include <stdio.h>
#include <tesseract/capi.h>
